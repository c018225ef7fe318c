import { useEffect, useRef } from 'react'
import classes from './links-page.module.css'

/** Text that grows: its end stays in view unless the user has scrolled up. */
export function FollowedText({ label, text }: { label: string; text: string }) {
  const box = useRef<HTMLElement>(null)
  const isAtEnd = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it scrolls when the text has grown
  useEffect(() => {
    if (isAtEnd.current) box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [text])
  return (
    <section
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached with the keyboard
      tabIndex={0}
      aria-label={label}
      className={classes.output}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 8
      }}
    >
      {text}
    </section>
  )
}
