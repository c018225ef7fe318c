import { type Role, roleNames } from '#features/access/roles/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { IconSend, IconUsers } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Avatar } from '#kit/web/look/face.tsx'
import { useCurrentMinute } from '#kit/web/time/age.tsx'
import { formatAge } from '#kit/web/time/time.ts'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { type AccessOptions, askForAccess, readAccessOptions } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './request-access-button.module.css'

/** Who can grant the missing permission, and the button that requests it; nothing if no user can. */
export function RequestAccessButton({ right, account }: { right: string; account: AccountChoice | null }) {
  const t = useText()
  const wantedAccess = { right, ...(account ? { account: account.name } : {}) }
  const { data } = useQueryOf(readAccessOptions, { query: wantedAccess })
  const ask = useMutationOf(askForAccess, { refreshes: [readAccessOptions] })
  if (!data || data.givers === 0) return null
  return (
    <li className={classes.options}>
      <RoleAdminLine options={data} account={account} />
      {data.askedAt === null && (
        <Button
          color="blue"
          variant="filled"
          leftSection={<IconSend size={15} aria-hidden />}
          loading={ask.isPending}
          onClick={() => ask.mutate({ body: wantedAccess })}
        >
          {t('ask')}
        </Button>
      )}
    </li>
  )
}

function RoleAdminLine({ options, account }: { options: AccessOptions; account: AccountChoice | null }) {
  const t = useText()
  const me = useMe()
  const now = useCurrentMinute()
  const [first] = options.named
  const places = { account: account?.displayName ?? '', vendor: me.vendor.name }
  const others = options.givers - 1
  const age =
    options.askedAt &&
    (now - Date.parse(options.askedAt) < 60_000 ? t('justNow') : t('ago', { age: formatAge(options.askedAt, now) }))
  const role = first && roleOf(first.role)
  return (
    <>
      {first ? (
        <Avatar name={first.fullName} size={32} />
      ) : (
        <span className={classes.users}>
          <IconUsers size={16} aria-hidden />
        </span>
      )}
      <span className={classes.who} aria-live="polite">
        <strong>{first ? first.fullName : t(`unnamed.${options.side}`, places)}</strong>
        {age ? (
          <span>
            {first && others > 0 ? t('askedWith', { age, count: others }) : t('asked', { age })} {t('opens')}
          </span>
        ) : (
          <span>{role ? t('gives', { role }) : t('canGive')}</span>
        )}
      </span>
    </>
  )
}

function roleOf(role: string): string {
  return roleNames[role as Role] ?? role
}
