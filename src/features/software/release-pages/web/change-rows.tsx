import { useState } from 'react'
import type { ComponentChange } from '#features/software/bundles/contract.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { Button } from '#kit/web/look/button.tsx'
import { useText } from '../texts.ts'
import classes from './change-rows.module.css'

const signs = { ADDED: '+', CHANGED: '~', REMOVED: '−', SAME: '=' } as const
const kinds = ['ADDED', 'CHANGED', 'REMOVED'] as const

/** The changes, file by file; unchanged files are folded. */
export function ChangeRows(props: { title: string; heading: 'h2' | 'h3'; changes: readonly ComponentChange[] }) {
  const t = useText()
  const { title, heading: Heading, changes } = props
  const [all, setAll] = useState(false)
  const count = (wantedKind: ComponentChange['kind']) => changes.filter(({ kind }) => kind === wantedKind).length
  const same = count('SAME')
  const shownChanges = all ? changes : changes.filter(({ kind }) => kind !== 'SAME')
  return (
    <section className={classes.part}>
      <header className={classes.head}>
        <Heading>{title}</Heading>
        {kinds.map((kind) => (
          <span key={kind} data-kind={kind} title={t(`change.${kind}`)}>
            {signs[kind]}
            {count(kind)}
          </span>
        ))}
        <span>{t('change.sameCount', { count: same })}</span>
      </header>
      <ul className={classes.changes}>
        {shownChanges.map((change) => (
          <Row key={`${change.kind} ${change.fileName}`} change={change} />
        ))}
        {same > 0 && !all && (
          <li>
            <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
              {t('change.same', { count: same })}
            </Button>
          </li>
        )}
        {changes.length === 0 && <li>{t('change.none')}</li>}
      </ul>
    </section>
  )
}

function Row({ change: { kind, fileName, before, size, digest, digestBefore } }: { change: ComponentChange }) {
  const t = useText()
  return (
    <li data-kind={kind}>
      <span role="img" aria-label={t(`change.${kind}`)}>
        {signs[kind]}
      </span>
      <span className={classes.words}>
        <code className="el" title={fileName}>
          {fileName}
        </code>
        {before && <span className="el">{versions(before, fileName) ?? t('change.before', { name: before })}</span>}
      </span>
      <code className={classes.digest} title={[digestBefore, digest].filter(Boolean).join(' → ')}>
        {kind === 'CHANGED' ? `${short(digestBefore)} → ${short(digest)}` : short(digest ?? digestBefore)}
      </code>
      <span className={classes.size}>{size === null ? '–' : formatBytes(size)}</span>
    </li>
  )
}

function short(digest: string | null): string {
  return digest === null ? '–' : digest.slice(0, 8)
}

/** `1.21.4 → 1.22.0` where names differ in their version only. */
function versions(before: string, now: string): string | undefined {
  const one = versionIn(before)
  const other = versionIn(now)
  return one && other && before.replace(one, other) === now ? `${one} → ${other}` : undefined
}

function versionIn(name: string): string | undefined {
  return /(?<!\d)\d+(\.\d+)+/.exec(name)?.[0]
}
