import { Link, useParams } from '@tanstack/react-router'
import { isVendor, type Role, roleNames } from '#features/access/roles/contract.ts'
import { accountUserPath, userPath } from '#features/users/user-pages/paths.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Avatar } from '#kit/web/look/face.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useAccounts } from '#kit/web/who/account.tsx'
import { usePrincipal } from '#kit/web/who/me.tsx'
import { type Explanation, type GrantSuggestion, readDecision } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './decision-page.module.css'

/** Which check denied a user, and the smallest role that would allow it. */
export function DecisionPage() {
  const t = useText()
  const { decision } = useParams({ strict: false }) as { decision: string }
  const query = useQueryOf(readDecision, { params: { id: decision } })
  return (
    <QueryView query={query} page rows={6}>
      {(data) => (
        <Page kind="form">
          <PageHeader
            title={t('title', { name: data.user.fullName })}
            note={data.user.username}
            face={<Avatar name={data.user.fullName} size={40} />}
          />
          <Card
            title={t(`check.${data.check}`)}
            right={
              <Badge colour={data.rejectedNow ? 'red' : 'green'}>{t(data.rejectedNow ? 'now' : 'nowAllowed')}</Badge>
            }
          >
            <Facts data={data} />
          </Card>
          <Remedies data={data} />
        </Page>
      )}
    </QueryView>
  )
}

function Facts({ data }: { data: Explanation }) {
  const t = useText()
  const roles = data.roles.map(({ role, displayName }) =>
    displayName ? t('in', { role: nameOf(role), account: displayName }) : nameOf(role),
  )
  const facts = [
    [t('when'), formatDateTime(data.at)],
    [t('call'), <code key="call">{data.call}</code>],
    [t('shownError'), <code key="shownError">{data.code}</code>],
    [t('right'), data.permission ? <code key="right">{data.permission}</code> : '–'],
    [t('where'), data.account ?? t('everywhere')],
    [t('roles'), roles.join(', ') || t('noRole')],
  ] as const
  return (
    <dl className={classes.facts}>
      {facts.flatMap(([name, value]) => [<dt key={`${name}?`}>{name}</dt>, <dd key={name}>{value}</dd>])}
    </dl>
  )
}

function Remedies({ data }: { data: Explanation }) {
  const t = useText()
  const path = useUserPath(data)
  return (
    <Card title={t('remedies')} note={t('remediesNote')} right={path && <Link to={path}>{t('open')}</Link>}>
      {data.remedies.length === 0 && <p className={classes.none}>{t('none')}</p>}
      <ol className={classes.remedies}>
        {data.remedies.map((remedy) => (
          <RemedyLine key={`${remedy.role} ${remedy.account} ${remedy.assign}`} remedy={remedy} />
        ))}
      </ol>
    </Card>
  )
}

function RemedyLine({ remedy: { role, account, assign, permissionCount, mayGive } }: { remedy: GrantSuggestion }) {
  const t = useText()
  const name = nameOf(role)
  const words = assign ? t('assign', { role: name }) : account ? t('in', { role: name, account }) : name
  return (
    <li>
      <strong>{words}</strong>
      <span>
        {t('permissionCount', { count: permissionCount })} · {t(mayGive ? 'mayGive' : 'mayNotGive')}
      </span>
    </li>
  )
}

/** Where the reader changes the user's roles. */
function useUserPath({ user, roles }: Explanation): string | null {
  const accounts = useAccounts()
  const staff = isVendor(usePrincipal())
  if (staff) return userPath({ userId: user.id })
  const account = accounts.find(({ name }) => roles.some((role) => role.account === name))
  return account ? accountUserPath({ account, userId: user.id }) : null
}

function nameOf(role: string): string {
  return roleNames[role as Role] ?? role
}
