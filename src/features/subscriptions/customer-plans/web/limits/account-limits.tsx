import { Progress, Switch, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import {
  type Account,
  type AccountStorage,
  editPlans,
  listAccounts,
  listSeats,
  maxUsersOf,
  readAccount,
  readStorage,
  setPlanFacets,
  setStorageLimit,
  toFacets,
} from '#features/accounts/accounts/contract.ts'
import { userChanged } from '#features/users/user-management/contract.ts'
import { refresh, useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { PageForm } from '#kit/web/form/page-form.tsx'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useSeatsText, useTermsText } from '../../texts.ts'
import classes from './limits.module.css'

/** The limits of the account itself: its seats, and the storage of its files. */
export function AccountLimits({ account }: { account: Account }) {
  return (
    <>
      <PlanCard account={account} />
      <StorageCard account={account} />
    </>
  )
}

const MB = 1024 ** 2

/** Storage used by the account's files, and the limit; users who may write plans set it. */
function StorageCard({ account }: { account: Account }) {
  const t = useTermsText()
  const may = useAllows(editPlans, account.name)
  const { data } = useQueryOf(readStorage, { params: { id: account.id } })
  if (!data) return null
  const { used, limit } = data
  const words =
    limit === null
      ? t('storage.unlimited', { used: formatBytes(used) })
      : t('storage.used', { used: formatBytes(used), limit: formatBytes(limit) })
  const full = limit !== null && used >= limit
  return (
    <Card title={t('storage.title')} note={words}>
      <div className="form-stack">
        {limit !== null && (
          <Progress
            value={limit === 0 ? 100 : Math.min((100 * used) / limit, 100)}
            color={full ? 'red' : 'blue'}
            aria-label={words}
          />
        )}
        {full && <p role="status">{t('storage.full')}</p>}
        {may && <StorageForm key={`${limit}`} account={account} storage={data} />}
      </div>
    </Card>
  )
}

function StorageForm({ account, storage: { limit } }: { account: Account; storage: AccountStorage }) {
  const t = useTermsText()
  const set = useMutationOf(setStorageLimit, {
    refreshes: [readStorage],
    onSuccess: () => toast({ title: t('storage.saved') }),
  })
  return (
    <LimitForm
      label={t('storage.limit')}
      save={t('storage.save')}
      clear={t('storage.clear')}
      limit={limit === null ? null : Math.round(limit / MB)}
      busy={set.isPending}
      onSave={(wanted) =>
        set.mutate({ params: { id: account.id }, body: { limit: wanted === null ? null : wanted * MB } })
      }
    />
  )
}

/** The user limit of the account's plan, beside the current number of users; a change can be undone. */
function PlanCard({ account }: { account: Account }) {
  const t = useSeatsText()
  const may = useAllows(editPlans, account.name)
  const { data } = useQueryOf(listSeats, { query: { account: account.name } })
  useTopic(userChanged, {}, () => void refresh(listSeats))
  const used = data?._embedded.accounts[0]?.used
  const limit = maxUsersOf(account.planFacets ?? [])
  const set = useMutationOf(setPlanFacets, { refreshes: [readAccount, listAccounts] })
  const put = (wanted: number | null, version: number) =>
    set.mutateAsync({ params: { id: account.id }, body: toFacets(wanted), version })
  async function save(wanted: number | null) {
    const before = limit
    const { version } = await put(wanted, account.version)
    toast({
      title: t(wanted === null ? 'seats.cleared' : 'seats.saved'),
      action: { label: t('seats.undo'), run: () => void put(before, version).catch(alreadyShown) },
    })
  }
  const words =
    limit === null
      ? t('seats.nothing')
      : Number.isFinite(limit)
        ? t('seats.upTo', { count: limit })
        : t('seats.noLimit')
  return (
    <Card title={t('seats.title')} note={used !== undefined && t('seats.taken', { count: used })}>
      {may ? (
        <PlanForm
          key={`${limit}`}
          limit={limit}
          used={used}
          busy={set.isPending}
          onSave={(wanted) => void save(wanted).catch(alreadyShown)}
        />
      ) : (
        <div className="form-stack">
          <p>{words}</p>
          <OverLimit limit={limit} used={used} />
        </div>
      )}
    </Card>
  )
}

/** The error already had its toast. */
function alreadyShown(): void {}

/** Edits the user limit: a number, unlimited, or nothing. */
function PlanForm(props: {
  limit: number | null
  used: number | undefined
  busy: boolean
  onSave: (limit: number | null) => void
}) {
  const t = useSeatsText()
  const { limit, used, busy, onSave } = props
  const [infinite, setInfinite] = useState(limit === Number.POSITIVE_INFINITY)
  return (
    <LimitForm
      label={t('seats.limit')}
      save={t('seats.save')}
      clear={t('seats.clear')}
      limit={limit}
      instead={infinite ? Number.POSITIVE_INFINITY : undefined}
      busy={busy}
      onSave={onSave}
    >
      {(wanted) => (
        <>
          <Switch
            label={t('seats.infinite')}
            checked={infinite}
            onChange={(event) => setInfinite(event.currentTarget.checked)}
          />
          {limit === null && <p>{t('seats.nothing')}</p>}
          <OverLimit limit={wanted} used={used} />
        </>
      )}
    </LimitForm>
  )
}

/** Explains the effect of more seats taken than the plan allows; nothing while there are free seats. */
function OverLimit({ limit, used = 0 }: { limit: number | null; used: number | undefined }) {
  const t = useSeatsText()
  return (
    <p role="status" className={classes.over}>
      {limit !== null && limit < used && t('seats.over', { count: used - limit })}
    </p>
  )
}

/**
 * Edits the limit of an account: a whole number, an alternative to one, or nothing. The typed number survives a switch
 * to the alternative and back. `children` renders the meaning of the wanted limit, null while none is typed.
 */
function LimitForm(props: {
  label: string
  save: string
  clear: string
  /** The current limit; null = none. */
  limit: number | null
  /** Replaces the typed number while present. */
  instead?: number | undefined
  /** Between the field and the buttons. */
  children?: (wanted: number | null) => ReactNode
  busy: boolean
  onSave: (wanted: number | null) => void
}) {
  const t = useTermsText()
  const { limit } = props
  const [number, setNumber] = useState(limit !== null && Number.isFinite(limit) ? `${limit}` : '')
  const [tried, setTried] = useState(false)
  const written = /^\d{1,7}$/.test(number) ? Number(number) : null
  const wanted = props.instead ?? written
  return (
    <PageForm
      submitLabel={props.save}
      pending={props.busy}
      blocked={wanted !== null && wanted === limit ? t('notYet.unchanged') : undefined}
      actions={
        limit !== null && (
          <Button variant="subtle" loading={props.busy} onClick={() => props.onSave(null)}>
            {props.clear}
          </Button>
        )
      }
      onSubmit={() => {
        setTried(true)
        if (wanted !== null) props.onSave(wanted)
      }}
    >
      <div className="form-fields">
        <TextInput
          label={props.label}
          inputMode="numeric"
          maxLength={7}
          disabled={props.instead !== undefined}
          value={number}
          error={tried && wanted === null && t('limitWrong')}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
      </div>
      {props.children?.(wanted)}
    </PageForm>
  )
}
