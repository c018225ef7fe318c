import { useMemo } from 'react'
import { useText } from '../texts.ts'
import classes from './history.module.css'
import { wordDiff } from './word-diff.ts'

type ComparedText = { readonly title: string; readonly body: string }

/** The Markdown of two versions in one text: removed words struck through, added ones marked. */
export function DiffText({ before, after }: { before: ComparedText; after: ComparedText }) {
  const t = useText()
  const isSame = before.body === after.body && before.title === after.title
  return (
    <div className={classes.diff}>
      {isSame && <p className={classes.note}>{t('noDifference')}</p>}
      {before.title !== after.title && (
        <h2 translate="no">
          <Parts before={before.title} after={after.title} />
        </h2>
      )}
      <div className={classes.source} translate="no">
        <Parts before={before.body} after={after.body} />
      </div>
    </div>
  )
}

function Parts({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => wordDiff(before, after), [before, after])
  return parts.map(({ kind, text }, index) => {
    const Tag = ({ same: 'span', removed: 'del', added: 'ins' } as const)[kind]
    // The parts of one text have no other name than their place.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    return <Tag key={index}>{text}</Tag>
  })
}
