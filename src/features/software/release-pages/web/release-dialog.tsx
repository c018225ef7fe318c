import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Bundle, readBundle } from '#features/software/bundles/contract.ts'
import {
  createRelease,
  listReleaseAccounts,
  listReleases,
  type ReleaseAccount,
} from '#features/software/releases/contract.ts'
import { call } from '#kit/web/data/call.ts'
import { useEveryOf } from '#kit/web/data/every.ts'
import { refresh } from '#kit/web/data/query.ts'
import { errorText } from '#kit/web/data/show-error.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { IconAlertCircle, IconCircleCheck, IconLoader } from '#kit/web/icons/icons.generated.ts'
import { Monogram } from '#kit/web/look/face.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useText } from '../texts.ts'
import classes from './release-dialog.module.css'

/** The result of the release for one account. */
type Outcome = 'running' | 'made' | { readonly error: string }

/** Releases a bundle to many accounts: one release each, with its own result. */
export function ReleaseDialog({ bundle, onClose }: { bundle: Bundle; onClose: () => void }) {
  const t = useText()
  const result = useEveryOf<ReleaseAccount>(listReleaseAccounts, {
    query: { bundleId: bundle.id, size: 200, sort: ['displayName,ASC'] },
  })
  const accounts = result.data ?? []
  const [note, setNote] = useState('')
  const [name, setName] = useState(bundle.name)
  const [isSecurity, setSecurity] = useState(false)
  const [words, setWords] = useState('')
  const [chosenAccounts, setChosenAccounts] = useState<readonly string[]>([])
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({})
  const shownAccounts = accounts.filter(({ displayName, account }) =>
    `${displayName} ${account}`.toLowerCase().includes(words.trim().toLowerCase()),
  )
  const running = Object.values(outcomes).includes('running')
  const open = chosenAccounts.filter((account) => outcomes[account] !== 'made')
  const release = async () => {
    let createdCount = 0
    for (const account of open) {
      const say = (outcome: Outcome) => setOutcomes((before) => ({ ...before, [account]: outcome }))
      say('running')
      try {
        await call(createRelease, {
          query: { bundleId: bundle.id },
          body: { name: name.trim(), account, ...(note.trim() ? { note } : {}), isSecurity },
        })
        say('made')
        createdCount += 1
      } catch (error) {
        say({ error: errorText(error) })
      }
    }
    await refresh(listReleases, readBundle)
    if (createdCount > 0) toast({ title: t('dialog.made', { count: createdCount }) })
    if (createdCount === open.length) onClose()
  }
  return (
    <FormDialog
      title={t('dialog.title', { name: bundle.name })}
      size={600}
      submitLabel={t('dialog.release', { count: open.length })}
      pending={running}
      blocked={open.length === 0 ? t('notYet.account') : name.trim() ? undefined : t('notYet.name')}
      onSubmit={() => {
        void release()
      }}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        required
        maxLength={250}
        label={t('dialog.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Textarea
        autosize
        minRows={3}
        maxRows={10}
        maxLength={32_767}
        label={t('dialog.note')}
        description={t('dialog.noteHint')}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Checkbox
        label={t('dialog.security')}
        description={t('dialog.securityHint')}
        checked={isSecurity}
        onChange={(event) => setSecurity(event.currentTarget.checked)}
      />
      <TextInput
        type="search"
        label={t('dialog.accounts')}
        placeholder={t('dialog.search')}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <Checkbox.Group
        value={[...chosenAccounts]}
        onChange={setChosenAccounts}
        aria-label={t('dialog.accounts')}
        className={classes.accounts}
      >
        {shownAccounts.map((account) => (
          <div key={account.accountId} className={classes.account}>
            <Checkbox
              value={account.account}
              disabled={running || outcomes[account.account] === 'made'}
              label={
                <span className="row">
                  <Monogram name={account.displayName} size={20} /> {account.displayName}
                </span>
              }
              description={<Has account={account} />}
            />
            <OutcomeText outcome={outcomes[account.account]} />
          </div>
        ))}
      </Checkbox.Group>
      <p className="form-words">{t('dialog.frozen')}</p>
    </FormDialog>
  )
}

/** The account's release of this deployment type, and the types that it runs. */
function Has({ account }: { account: ReleaseAccount }) {
  const t = useText()
  const { current, waiting, deploymentTypes } = account
  return [
    deploymentTypes.join(', ') || t('dialog.noDeployment'),
    current ? t('dialog.current', { name: current.name }) : t('dialog.noRelease'),
    ...(waiting ? [t('dialog.waiting', { name: waiting.name })] : []),
  ].join(' · ')
}

function OutcomeText({ outcome }: { outcome: Outcome | undefined }) {
  const t = useText()
  if (outcome === undefined) return null
  if (outcome === 'running') return <IconLoader size={16} role="img" aria-label={t('dialog.running')} />
  if (outcome === 'made')
    return <IconCircleCheck size={16} className={classes.good} role="img" aria-label={t('dialog.one')} />
  return (
    <span className={classes.error} role="alert">
      <IconAlertCircle size={16} aria-hidden /> {outcome.error}
    </span>
  )
}
