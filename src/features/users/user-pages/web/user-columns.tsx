import { type Role, roleNames } from '#features/access/roles/contract.ts'
import type { User } from '#features/users/user-management/contract.ts'
import {
  IconBook,
  IconMessage,
  IconShieldCheck,
  IconShieldOff,
  IconTicket,
  IconWorld,
} from '#kit/web/icons/icons.generated.ts'
import { StateBadge } from '#kit/web/look/badge.tsx'
import { Avatar, Monogram } from '#kit/web/look/face.tsx'
import { ProviderChip } from '#kit/web/look/provider-chip.tsx'
import type { Column } from '#kit/web/table/columns.ts'
import { Age } from '#kit/web/time/age.tsx'
import { useText } from '../texts.ts'
import classes from './user-columns.module.css'

/** Days without a sign-in after which it is shown in orange. */
const LONG_AGO = 100
const toolIcons = { jira: IconTicket, confluence: IconBook, slack: IconMessage } as const

/** The columns of the list of users; readers who see fewer details have fewer of them. */
export function useUserColumns(whole: boolean, account: string | undefined): readonly Column<User>[] {
  const t = useText()
  const commonColumns: Column<User>[] = [
    {
      id: 'name',
      label: t('column.name'),
      sort: 'fullName',
      minWidth: 16.25,
      fixed: true,
      cell: (user) => <Name user={user} />,
    },
    ...(account
      ? []
      : [
          { id: 'account', label: t('column.account'), minWidth: 10.5, cell: (user: User) => <Accounts user={user} /> },
        ]),
    { id: 'role', label: t('column.role'), minWidth: 11, cell: (user) => <Roles user={user} /> },
    {
      id: 'state',
      label: t('column.state'),
      sort: 'state',
      width: 11,
      cell: ({ userState, resetOverdue }) => (
        <StateBadge kind="user" state={userState}>
          {resetOverdue ? t('detail.overdue') : undefined}
        </StateBadge>
      ),
    },
  ]
  // Columns that share the remaining width have the same minimum width, so that head and rows divide it alike.
  if (!whole) return commonColumns
  return [
    ...commonColumns,
    { id: 'mfa', label: t('column.mfa'), width: 4, cell: ({ mfa }) => <Factor on={mfa ?? false} /> },
    {
      id: 'signIn',
      label: t('column.signIn'),
      width: 7,
      cell: ({ provider }) => <ProviderChip name={provider ?? null} />,
    },
    {
      id: 'lastLogin',
      label: t('column.lastLogin'),
      sort: 'lastLogin',
      width: 6,
      align: 'right',
      cell: ({ lastLogin }) => <When at={lastLogin ?? null} />,
    },
    {
      id: 'idpLogin',
      label: t('column.idpLogin'),
      width: 7.5,
      align: 'right',
      hidden: true,
      cell: ({ lastIdpLogin }) => <When at={lastIdpLogin ?? null} />,
    },
    { id: 'tools', label: t('column.tools'), width: 5.5, cell: (user) => <Tools user={user} /> },
    {
      id: 'created',
      label: t('column.created'),
      sort: 'created',
      width: 6.5,
      align: 'right',
      hidden: true,
      cell: ({ created }) => created && <Age at={created} />,
    },
  ]
}

function Name({ user }: { user: User }) {
  return (
    <span className={classes.name}>
      <Avatar name={user.fullName} size={26} />
      <span className={classes.words}>
        <span className={classes.title}>{user.fullName}</span>
        <span className={classes.under}>{user.username}</span>
      </span>
    </span>
  )
}

function Accounts({ user }: { user: User }) {
  const t = useText()
  const names = [...new Set(user.roles.map(({ displayName }) => displayName ?? ''))]
  const first = names.find((name) => name !== '')
  if (user.roles.length === 0) return <span className={classes.quiet}>–</span>
  return (
    <span className={classes.account} title={names.filter(Boolean).join(', ')}>
      {first ? <Monogram name={first} /> : <IconWorld size={18} aria-hidden />}
      <span className={classes.title}>{first ?? t('everywhere')}</span>
      {names.length > 1 && <span className={classes.quiet}>+{names.length - 1}</span>}
    </span>
  )
}

function Roles({ user }: { user: User }) {
  const names = [...new Set(user.roles.map(({ role }) => roleNames[role as Role] ?? role))].join(', ')
  return (
    <span className={classes.title} title={names}>
      {names || '–'}
    </span>
  )
}

function Factor({ on }: { on: boolean }) {
  const t = useText()
  const Sign = on ? IconShieldCheck : IconShieldOff
  const words = t(on ? 'mfa.on' : 'mfa.off')
  return (
    <span role="img" aria-label={words} title={words} className={on ? classes.good : classes.quiet}>
      <Sign size={17} aria-hidden />
    </span>
  )
}

function When({ at }: { at: string | null }) {
  const t = useText()
  if (!at) return <span className={classes.quiet}>{t('never')}</span>
  const old = Date.now() - new Date(at).getTime() > LONG_AGO * 86_400_000
  return (
    <span className={old ? classes.old : undefined}>
      <Age at={at} />
    </span>
  )
}

function Tools({ user }: { user: User }) {
  const t = useText()
  return (
    <span className={classes.tools}>
      {user.plugins?.map(({ name, enabled }) => {
        const Sign = toolIcons[name]
        const words = t(enabled ? 'tool.on' : 'tool.off', { tool: t(`tool.${name}`) })
        return (
          <span key={name} role="img" aria-label={words} title={words} data-on={enabled || undefined}>
            <Sign size={16} aria-hidden />
          </span>
        )
      })}
    </span>
  )
}
