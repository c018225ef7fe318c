import { plainMarkdown } from '../contract/plain-markdown.ts'
import classes from './cascade-review.module.css'

/** One side of a change: the words that are only on this side are marked. */
export function ChangedText(props: { side: 'before' | 'after'; before: string; after: string; strong?: boolean }) {
  const { side, strong = false } = props
  const [before, after] = [wordsOf(props.before), wordsOf(props.after)]
  const [own, other] = side === 'before' ? [before, after] : [after, before]
  const sharedWords = new Set(other)
  return (
    <p className={strong ? classes.strong : classes.text}>
      {own.map((word, index) => {
        const key = `${index} ${word}`
        if (sharedWords.has(word)) return <span key={key}>{word}</span>
        return side === 'before' ? <del key={key}>{word}</del> : <ins key={key}>{word}</ins>
      })}
    </p>
  )
}

function wordsOf(text: string): string[] {
  return plainMarkdown(text).split(/(?<=\s)/)
}
