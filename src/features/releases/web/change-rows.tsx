import { Button } from '@mantine/core'
import { useState } from 'react'
import { writeBytes } from '#kit/web/form/bytes.ts'
import type { ReleaseChanges } from '../contract.ts'
import classes from './approvals-page.module.css'
import { useText } from './text.ts'

const signs = { ADDED: '+', CHANGED: '~', REMOVED: '−', SAME: '=' } as const

/** What a release changes, file by file; those that stay are folded away. */
export function ChangeRows({ changes }: { changes: ReleaseChanges['changes'] }) {
  const t = useText()
  const [all, setAll] = useState(false)
  const same = changes.filter(({ kind }) => kind === 'SAME').length
  const shown = all ? changes : changes.filter(({ kind }) => kind !== 'SAME')
  return (
    <>
      <ul className={classes.changes}>
        {shown.map(({ kind, fileName, before, size }) => (
          <li key={`${kind} ${fileName}`} data-kind={kind}>
            <span role="img" aria-label={t(`change.${kind}`)}>
              {signs[kind]}
            </span>
            <code className="el">{fileName}</code>
            {before && <span className="el">{t('change.before', { name: before })}</span>}
            <span>{writeBytes(size)}</span>
          </li>
        ))}
      </ul>
      {same > 0 && !all && (
        <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
          {t('change.same', { count: same })}
        </Button>
      )}
    </>
  )
}
