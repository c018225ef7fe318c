import { Combobox, Textarea, TextInput, useCombobox } from '@mantine/core'
import { useState } from 'react'
import { signInAgain } from '#features/access/sessions/web/index.ts'
import { listAccountsOfUser } from '#features/accounts/accounts/contract.ts'
import { accountDashboardPath } from '#features/home/dashboard/paths.ts'
import { listUsers } from '#features/users/user-management/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { Select } from '#kit/web/form/select.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Avatar } from '#kit/web/look/face.tsx'
import { Modal } from '#kit/web/look/modal.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { useText as useKitText } from '#kit/web/text/kit-text.ts'
import { useMe } from '#kit/web/who/me.tsx'
import { impersonate, LONGEST_MINUTES } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './impersonate-dialog.module.css'
import type { ImpersonationTarget } from './impersonation-target.ts'

const spans = [10, 30, LONGEST_MINUTES]
const SHORTEST_REASON = 3

/** As whom, where, why and for how long; then the page reloads as that user. */
export function ImpersonateDialog({
  user: requested,
  onClose,
}: {
  user: ImpersonationTarget | null
  onClose: () => void
}) {
  const t = useText()
  const close = useKitText()('close')
  const me = useMe()
  const [user, setUser] = useState(requested)
  const [accountId, setAccountId] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const [minutes, setMinutes] = useState(LONGEST_MINUTES)
  const [stale, setStale] = useState(false)
  const start = useMutationOf(impersonate, {
    onSuccess: ({ account }) => location.assign(account ? accountDashboardPath({ account }) : '/'),
    onProblem: (problem) => (problem.code === 'reauthentication-required' ? setStale(true) : showError(problem)),
  })
  if (stale) {
    return (
      <Confirm
        opened
        colour="blue"
        title={t('dialog.again')}
        action={t('dialog.againAction')}
        onConfirm={() => signInAgain(me.username)}
        onClose={onClose}
      >
        {t('dialog.againText')}
      </Confirm>
    )
  }
  const ready = user !== null && reason.trim().length >= SHORTEST_REASON
  return (
    <Modal
      opened
      centered
      size={480}
      title={t('dialog.title')}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': close }}
    >
      <form
        className="form-stack"
        onSubmit={(event) => {
          event.preventDefault()
          const query = accountId ? { accountId } : {}
          if (ready) start.mutate({ query, body: { userId: user.id, reason: reason.trim(), minutes } })
        }}
      >
        <p className="form-words">{t('dialog.text')}</p>
        {user ? (
          <p className={classes.user}>
            <Avatar name={user.fullName} size={32} />
            <span>
              <strong className={classes.name}>{user.fullName}</strong>
              <span className={classes.under}>{user.username}</span>
            </span>
          </p>
        ) : (
          <UserField onPick={setUser} />
        )}
        <Textarea
          {...(user ? { 'data-autofocus': true } : {})}
          label={t('dialog.reason')}
          description={t('dialog.reasonHint')}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div className={classes.two}>
          {user && <AccountField user={user} value={accountId} onChange={setAccountId} />}
          <Select
            label={t('dialog.minutes')}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            withScrollArea={false}
            data={spans.map((count) => ({ value: String(count), label: t('dialog.minute', { count }) }))}
            value={String(minutes)}
            onChange={(value) => setMinutes(Number(value ?? LONGEST_MINUTES))}
          />
        </div>
        <div className="form-actions">
          <Button
            type="submit"
            blocked={ready ? undefined : user ? t('notYet.reason', { least: SHORTEST_REASON }) : t('notYet.user')}
            loading={start.isPending}
          >
            {user ? t('dialog.start', { name: user.fullName }) : t('dialog.startNobody')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

function AccountField(props: {
  user: ImpersonationTarget
  value: string | null
  onChange: (id: string | null) => void
}) {
  const t = useText()
  const { data } = useQueryOf(listAccountsOfUser, { params: { userId: props.user.id } })
  const accounts = data?._embedded.accounts.filter(({ name }) => name !== '*') ?? []
  return (
    <Select
      label={t('dialog.account')}
      placeholder={t('dialog.anyAccount')}
      clearable
      disabled={accounts.length === 0}
      comboboxProps={{ withinPortal: false }}
      withScrollArea={false}
      data={accounts.map(({ id, displayName }) => ({ value: id, label: displayName }))}
      value={props.value}
      onChange={props.onChange}
    />
  )
}

/** Finds a user by a part of their name or address. */
function UserField({ onPick }: { onPick: (user: ImpersonationTarget) => void }) {
  const t = useText()
  const [words, setWords] = useState('')
  const combobox = useCombobox()
  const q = words.trim()
  const found = useQueryOf(
    listUsers,
    { query: { q, state: ['active'], size: 8 } },
    { enabled: q.length > 1, keep: true },
  )
  const users = q.length > 1 ? (found.data?._embedded.users ?? []) : []
  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      onOptionSubmit={(id) => {
        const user = users.find((one) => one.id === id)
        if (user) onPick(user)
      }}
    >
      <Combobox.Target>
        <TextInput
          data-autofocus
          label={t('dialog.person')}
          placeholder={t('dialog.search')}
          autoComplete="off"
          value={words}
          onFocus={() => combobox.openDropdown()}
          onChange={(event) => {
            setWords(event.currentTarget.value)
            combobox.openDropdown()
            combobox.selectFirstOption()
          }}
        />
      </Combobox.Target>
      {q.length > 1 && (
        <Combobox.Dropdown>
          <Combobox.Options aria-label={t('dialog.person')}>
            {users.map((user) => (
              <Combobox.Option key={user.id} value={user.id} className={classes.option}>
                <Avatar name={user.fullName} size={24} />
                <span className={classes.name}>{user.fullName}</span>
                <span className={classes.under}>{user.username}</span>
              </Combobox.Option>
            ))}
            {users.length === 0 && <Combobox.Empty>{t('dialog.none')}</Combobox.Empty>}
          </Combobox.Options>
        </Combobox.Dropdown>
      )}
    </Combobox>
  )
}
