import { useQueryOf } from '#kit/web/data/query.ts'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { readKnownIssueNote } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './known-issue-page.module.css'

/** What only vendor staff reads of a known issue; nothing where there is none. */
export function InternalNote({ issueKey }: { issueKey: string }) {
  const t = useText()
  const { data } = useQueryOf(readKnownIssueNote, { params: { key: issueKey } })
  if (!data || (data.note === '' && data.detect === '')) return null
  return (
    <Card title={t('internal')}>
      <DescriptionList
        lines={[
          [
            t('internalNote'),
            data.note && (
              <span className={classes.pre} translate="no">
                {data.note}
              </span>
            ),
          ],
          [t('detect'), data.detect && <code className={classes.pre}>{data.detect}</code>],
        ]}
      />
    </Card>
  )
}
