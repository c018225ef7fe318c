import { matchedParts } from './matched-parts.ts'
import classes from './new-case.module.css'

/** A text with some words marked. */
export function Highlighted({ text, words }: { text: string; words: readonly string[] }) {
  return matchedParts(text, words).map((part) =>
    part.matched ? (
      <mark key={part.at} className={classes.mark}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
}
