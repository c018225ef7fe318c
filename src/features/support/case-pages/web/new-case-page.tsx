import { useParams, useSearch } from '@tanstack/react-router'
import { type KeyboardEvent, Suspense, useState } from 'react'
import { readAccount } from '#features/accounts/accounts/contract.ts'
import { seeInternal } from '#features/support/case-access/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Select } from '#kit/web/form/select.tsx'
import { IconCloudCheck, IconCloudOff, IconCloudUp, IconLock } from '#kit/web/icons/icons.generated.ts'
import { useKeys } from '#kit/web/keys/key-registry.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Shortcut } from '#kit/web/look/keys.tsx'
import { BottomBar } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { formatTime } from '#kit/web/time/time.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { type AccountChoice, useAccount, useAccounts } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useText } from '../texts.ts'
import { type NewCaseKind, newCaseKinds } from './case-extensions.ts'
import classes from './new-case.module.css'
import { NewCaseFields } from './new-case-fields.tsx'
import { type CasePrefill, isTouched } from './new-case-values.ts'
import { type NewCaseForm, useNewCase } from './use-new-case.ts'

const NewCaseSide = lazyNamed(() => import('./new-case-side.tsx'), 'NewCaseSide')

/** Files a new case: the form at the left, possible solutions and the next steps at the right. */
export function NewCasePage() {
  const t = useText()
  const phone = useIsMobile()
  const here = useAccount()
  const { accountId } = useParams({ strict: false }) as { accountId?: string }
  const [pickedAccount, pick] = useState<AccountChoice | null>(null)
  const account = accountId ? here : (pickedAccount ?? (here as AccountChoice | null))
  const search = useSearch({ strict: false }) as { side?: string } & CasePrefill
  const internal = useAllows(seeInternal) && search.side === 'internal'
  const [chosenKind, choose] = useState('case')
  const kinds = internal ? [] : newCaseKinds()
  const other = kinds.find(({ id }) => id === chosenKind)
  const form = useNewCase(account?.name, { internal, serviceDown: !internal && chosenKind === 'down', prefill: search })
  const whole = useQueryOf(readAccount, { params: { id: account?.id ?? '' } }, { enabled: account !== null }).data
  useKeys([{ combo: 'mod+enter', label: t('new.file'), group: t('new.title'), run: () => other || form.file() }])
  const onKeyDown = (event: KeyboardEvent) => {
    if (other || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    form.file()
  }
  const kind = !internal && (
    <NewCaseKinds
      kinds={kinds}
      chosen={chosenKind}
      onChoose={choose}
      {...(other && !accountId ? { account, onPick: pick } : {})}
    />
  )
  if (other)
    return (
      <div className={classes.page}>
        <div className={classes.head}>
          <PageHeader title={t('new.title')} />
        </div>
        <div className={classes.fields}>
          {kind}
          <Suspense fallback={<LoadingRows rows={6} />}>
            <other.Form key={account?.id} account={account} />
          </Suspense>
        </div>
      </div>
    )
  return (
    <form
      className={classes.page}
      aria-label={t('new.title')}
      noValidate
      onKeyDownCapture={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        form.file()
      }}
    >
      <NewCaseHead form={form} internal={internal} />
      <div className={classes.columns}>
        <div className={classes.fields}>
          {kind}
          <NewCaseFields form={form} account={whole} choice={account} {...(accountId ? {} : { onPick: pick })} />
          {!phone && (
            <div className={classes.end}>
              <Button type="submit" loading={form.filing} rightSection={<Shortcut combo="mod+enter" />}>
                {t('new.file')}
              </Button>
            </div>
          )}
        </div>
        <aside className={classes.side} aria-label={t('new.similar')}>
          <Suspense fallback={<LoadingRows rows={3} />}>
            <NewCaseSide form={form} account={whole} />
          </Suspense>
        </aside>
      </div>
    </form>
  )
}

/** The kind of a new case: an ordinary case, service that is down, or the kinds of other features. */
function NewCaseKinds(props: {
  kinds: readonly NewCaseKind[]
  chosen: string
  onChoose: (kind: string) => void
  /** With it the account is chosen here. */
  onPick?: (account: AccountChoice | null) => void
  account?: AccountChoice | null
}) {
  const t = useText()
  const accounts = useAccounts()
  const { kinds, chosen, onChoose, onPick, account } = props
  const other = kinds.find(({ id }) => id === chosen)
  return (
    <>
      <div>
        <div className={classes.label} id="new-case-kind">
          {t('new.kind')}
        </div>
        <SegmentedControl
          aria-labelledby="new-case-kind"
          value={chosen}
          onChange={onChoose}
          options={[
            { value: 'case', label: t('new.kinds.case') },
            ...kinds.map(({ id, label }) => ({ value: id, label: label() })),
            { value: 'down', label: t('new.kinds.down') },
          ]}
        />
        <p className={classes.hint}>
          {other ? other.hint() : t(chosen === 'down' ? 'new.kindHint.down' : 'new.kindHint.case')}
        </p>
      </div>
      {onPick && (
        <Select
          label={t('new.account')}
          placeholder={t('new.pickAccount')}
          required
          searchable
          data={accounts.map(({ id, displayName }) => ({ value: id, label: displayName }))}
          value={account?.id ?? null}
          onChange={(id) => onPick(accounts.find((one) => one.id === id) ?? null)}
        />
      )}
    </>
  )
}

/** The head of the form: the state of the draft, discard it, file the case. */
function NewCaseHead({ form, internal }: { form: NewCaseForm; internal: boolean }) {
  const t = useText()
  const phone = useIsMobile()
  const [leaving, setLeaving] = useState(false)
  const buttons = (
    <>
      <Button
        variant="default"
        blocked={!isTouched(form.values) && form.kept.length === 0 ? t('notYet.empty') : undefined}
        onClick={() => setLeaving(true)}
      >
        {t('new.discard')}
      </Button>
      <Button
        type="submit"
        loading={form.filing}
        blocked={form.uploads.busy ? t('new.wait') : undefined}
        rightSection={phone ? null : <Shortcut combo="mod+enter" />}
      >
        {t('new.file')}
      </Button>
    </>
  )
  return (
    <div className={classes.head}>
      <PageHeader
        title={t('new.title')}
        badges={
          internal && (
            <Badge colour="purple" icon={<IconLock size={12} aria-hidden />}>
              {t('new.sideInternal')}
            </Badge>
          )
        }
        actions={
          <>
            <DraftWords state={form.draft.state} />
            {!phone && buttons}
          </>
        }
      />
      {phone && (
        <>
          <DraftWords state={form.draft.state} />
          <BottomBar>{buttons}</BottomBar>
        </>
      )}
      <Confirm
        opened={leaving}
        title={t('new.discardTitle')}
        action={t('new.discard')}
        onClose={() => setLeaving(false)}
        onConfirm={() => {
          setLeaving(false)
          void form.discard()
        }}
      >
        {t('new.discardText')}
      </Confirm>
    </div>
  )
}

function DraftWords({ state }: { state: NewCaseForm['draft']['state'] }) {
  const t = useText()
  const words = {
    none: null,
    saving: [<IconCloudUp key="" size={16} aria-hidden />, t('new.saving')],
    failed: [<IconCloudOff key="" size={16} aria-hidden />, t('new.notSaved')],
    saved: [
      <IconCloudCheck key="" size={16} aria-hidden />,
      t('new.saved', { at: state.kind === 'saved' ? formatTime(state.at) : '' }),
    ],
  }[state.kind]
  return (
    <span className={classes.draft} data-kind={state.kind} role="status">
      {words}
    </span>
  )
}
