import { StateBadge } from '#kit/web/look/badge.tsx'
import { Monogram } from '#kit/web/look/face.tsx'
import { Shortcut } from '#kit/web/look/keys.tsx'
import { matchedParts } from './matched-parts.ts'
import classes from './palette.module.css'
import type { PaletteHit } from './palette-hit.ts'

/** One row of the palette: icon, title with the matched letters marked, what distinguishes it from others, state or key. */
export function PaletteRow({ row, words }: { row: PaletteHit; words: string }) {
  const Icon = row.icon
  return (
    <div className={classes.row}>
      {row.monogram ? <Monogram name={row.monogram} size={20} /> : Icon && <Icon size={18} aria-hidden />}
      <span className="el">
        <Marked text={row.title} words={words} />
      </span>
      <span className={classes.about}>
        {row.code && (
          <code>
            <Marked text={row.code} words={words} />
          </code>
        )}
        {row.note && <span className={classes.note}>{row.note}</span>}
      </span>
      <span className={classes.tail}>
        {row.status && <StateBadge kind="case" state={row.status} />}
        {row.keys && <Shortcut combo={row.keys} />}
        <span className={classes.enter}>
          <Shortcut combo="Enter" />
        </span>
      </span>
    </div>
  )
}

function Marked({ text, words }: { text: string; words: string }) {
  return matchedParts(text, words).map((part) => (part.matched ? <mark key={part.at}>{part.text}</mark> : part.text))
}
