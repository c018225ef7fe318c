import classes from './keys.module.css'

const apple = /Mac|iP(hone|ad)/.test(navigator.userAgent)
const names: Readonly<Record<string, string>> = {
  mod: apple ? '⌘' : 'Ctrl',
  alt: apple ? '⌥' : 'Alt',
  shift: apple ? '⇧' : 'Shift',
  enter: '↵',
  arrowup: '↑',
  arrowdown: '↓',
  escape: 'Esc',
  space: 'Space',
}

/**
 * A key hint such as `mod+k`; `split` gives each key a separate box. Hidden from screen readers: the control has a
 * name.
 */
export function Shortcut({ combo, split }: { combo: string; split?: boolean }) {
  const parts = combo.split('+').map((key) => names[key.toLowerCase()] ?? (key.length === 1 ? key.toUpperCase() : key))
  const boxes = split ? parts : [parts.join(apple ? '' : ' ')]
  return (
    <span className={classes.keys} aria-hidden>
      {boxes.map((part) => (
        <kbd key={part} className={classes.kbd}>
          {part}
        </kbd>
      ))}
    </span>
  )
}
