import { useState } from 'react'
import { refresh } from '#kit/web/data/query.ts'
import { requestUrl } from '#kit/web/data/request-url.ts'
import { errorText } from '#kit/web/data/show-error.ts'
import { upload } from '#kit/web/data/upload.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { FileDrop } from '#kit/web/form/file-drop.tsx'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { useAccount, useAccounts } from '#kit/web/who/account.tsx'
import {
  IMPORT_LIMIT,
  type ImportReport,
  importEvents,
  listInstances,
  listInstancesOfAccounts,
  listInstancesOfEvent,
  readEvent,
} from '../../events/contract.ts'
import { useText } from '../texts.ts'
import classes from './calendar.module.css'

/** A chosen file, with what its import would do or the reason why it cannot be imported. */
type FileCheck = { readonly file: File } & ({ readonly report: ImportReport } | { readonly problem: string })
type ImportOptions = { readonly accountId: string; readonly dryRun: boolean }

const MOST = 50

/** Imports iCalendar files into the calendar of an account; what would happen is shown before it happens. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const account = useAccount()
  const accounts = useAccounts()
  const [accountId, setAccountId] = useState(account?.id ?? (accounts.length === 1 ? accounts[0]!.id : ''))
  const [checkedFiles, setCheckedFiles] = useState<readonly FileCheck[]>([])
  const [isBusy, setBusy] = useState(false)
  const importable = checkedFiles.filter((one) => 'report' in one && changesOf(one.report) > 0)

  const send = async (file: File, options: ImportOptions): Promise<FileCheck> => {
    if (file.size > IMPORT_LIMIT)
      return { file, problem: t('import.tooLarge', { size: formatBytes(file.size), limit: formatBytes(IMPORT_LIMIT) }) }
    // The browser names the type of a file by its extension, or not at all.
    const body = new Blob([file], { type: 'text/calendar' })
    try {
      return { file, report: await upload(requestUrl(importEvents.url, {}, options), body, () => undefined) }
    } catch (problem) {
      return { file, problem: errorText(problem) }
    }
  }
  /** Each file once, one after the other: a later file can have a new version of an event of an earlier one. */
  const sendAll = async (files: readonly File[], options: ImportOptions): Promise<FileCheck[]> => {
    setBusy(true)
    const results: FileCheck[] = []
    for (const file of new Map(files.map((file) => [keyOf(file), file])).values())
      results.push(await send(file, options))
    setBusy(false)
    return results
  }
  const check = async (files: readonly File[], into: string) => {
    if (files.length > 0) setCheckedFiles(await sendAll(files, { accountId: into, dryRun: true }))
  }
  const run = async () => {
    const results = await sendAll(
      importable.map(({ file }) => file),
      { accountId, dryRun: false },
    )
    const count = results.reduce((sum, one) => sum + ('report' in one ? changesOf(one.report) : 0), 0)
    if (count > 0) toast({ title: t('import.done', { count }) })
    void refresh(listInstances, listInstancesOfAccounts, listInstancesOfEvent, readEvent)
    const failedFiles = results.filter((one) => 'problem' in one)
    if (failedFiles.length === 0) onClose()
    else setCheckedFiles(failedFiles)
  }
  return (
    <FormDialog
      title={t('import.title')}
      submitLabel={t('import.send')}
      pending={isBusy}
      blocked={importable.length === 0 ? t('notYet.files') : undefined}
      size={640}
      onClose={onClose}
      onSubmit={() => void run()}
    >
      <p>{t('import.text')}</p>
      {!account && (
        <Select
          required
          searchable
          withScrollArea={false}
          comboboxProps={{ withinPortal: false }}
          label={t('form.account')}
          placeholder={t('form.chooseAccount')}
          data={accounts.map(({ id, displayName }) => ({ value: id, label: displayName }))}
          value={accountId || null}
          disabled={isBusy}
          onChange={(value) => {
            if (!value) return
            setAccountId(value)
            const files = checkedFiles.map(({ file }) => file)
            void check(files, value)
          }}
        />
      )}
      {accountId !== '' && !isBusy && (
        <FileDrop label={t('import.files')} onFiles={(files) => void check(files, accountId)} />
      )}
      {isBusy && <LoadingRows rows={2} />}
      <div className="form-stack" aria-live="polite">
        {!isBusy && checkedFiles.map((one) => <Preview key={keyOf(one.file)} checked={one} />)}
      </div>
    </FormDialog>
  )
}

/** What the import of a file would do. */
function Preview({ checked }: { checked: FileCheck }) {
  const t = useText()
  const name = (
    <h3 className={classes.heading} translate="no">
      {checked.file.name}
    </h3>
  )
  if ('problem' in checked)
    return (
      <section>
        {name}
        <InlineAlert colour="red">{checked.problem}</InlineAlert>
      </section>
    )
  const { created, updated, skipped, notes } = checked.report
  return (
    <section>
      {name}
      {created > 0 && <p>{t('import.created', { count: created })}</p>}
      {updated > 0 && <p>{t('import.updated', { count: updated })}</p>}
      {created + updated === 0 && <p>{t('import.nothing')}</p>}
      <Lines
        title={t('import.skipped', { count: skipped.length })}
        lines={skipped.map(({ subject, uid, reason }) => [subject ?? uid ?? t('import.unnamed'), reason])}
      />
      <Lines
        title={t('import.notes', { count: notes.length })}
        lines={notes.map(({ subject, uid, note }) => [subject ?? uid, note])}
      />
    </section>
  )
}

/** Of lines that are the same, one is shown. */
function Lines({ title, lines }: { title: string; lines: readonly (readonly [string, string])[] }) {
  const t = useText()
  const different = [...new Map(lines.map((line) => [line.join(': '), line]))]
  if (lines.length === 0) return null
  return (
    <>
      <p>{title}</p>
      <ul className={classes.lines}>
        {different.slice(0, MOST).map(([key, [subject, text]]) => (
          <li key={key}>
            <span translate="no">{subject}</span>: <span className={classes.quiet}>{text}</span>
          </li>
        ))}
        {different.length > MOST && <li>{t('more', { count: different.length - MOST })}</li>}
      </ul>
    </>
  )
}

function keyOf({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`
}

function changesOf({ created, updated }: ImportReport): number {
  return created + updated
}
