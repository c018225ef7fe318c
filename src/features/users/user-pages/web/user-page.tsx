import { Tabs } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { readLogbooks } from '#features/platform/audit/contract.ts'
import { endUserSessions, syncUsers } from '#features/users/managed-users/contract.ts'
import { RoleMatrix } from '#features/users/role-assignment/web/index.ts'
import { approveDeletions } from '#features/users/user-deletion/contract.ts'
import { OwnedItemsCard } from '#features/users/user-deletion/web/index.ts'
import { readUser, type User, userChanged } from '#features/users/user-management/contract.ts'
import { MissingPermissions } from '#features/users/users/web/index.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { IconUserOff } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Badge, StateBadge, useStateLabel } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Avatar } from '#kit/web/look/face.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { ProviderChip } from '#kit/web/look/provider-chip.tsx'
import { usePageLabel } from '#kit/web/page-label.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { NotFoundState } from '#kit/web/states/not-found-state.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatAge, formatDate, formatDateTime } from '#kit/web/time/time.ts'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { IfAllowed } from '#kit/web/who/allowed.tsx'
import { useText } from '../texts.ts'
import { ProfileCard } from './profile-card.tsx'
import { useAccountScope } from './use-account-scope.ts'
import { UserActions } from './user-actions.tsx'
import classes from './user-page.module.css'

// Below what is read first: they come after the page.
const DirectoryCard = lazyNamed(() => import('./directory-card.tsx'), 'DirectoryCard')
const LogbookCard = lazyNamed(() => import('./logbook-card.tsx'), 'LogbookCard')
const TokensCard = lazyNamed(() => import('./tokens-card.tsx'), 'TokensCard')
const SessionsCard = lazyNamed(() => import('./sessions-card.tsx'), 'SessionsCard')
const ToolsCard = lazyNamed(() => import('./tools-card.tsx'), 'ToolsCard')

/** One user: their roles, how they sign in, their tools, and the actions on them. */
export function UserPage() {
  const t = useText()
  const { path } = useAccountScope()
  const { userId } = useParams({ strict: false }) as { userId: string }
  const query = useQueryOf(readUser, { params: { id: userId } })
  useTopic(userChanged, {}, (events) => {
    if (!events || events.id === userId) void refresh(readUser)
  })
  return (
    <QueryView
      query={query}
      page
      rows={8}
      notFound={
        <NotFoundState
          page
          icon={IconUserOff}
          title={t('detail.gone')}
          actions={
            <Button variant="default" to={path}>
              {t('detail.toUsers')}
            </Button>
          }
        >
          {t('detail.goneText')}
        </NotFoundState>
      }
    >
      {(user) => <UserBody key={user.id} user={user} />}
    </QueryView>
  )
}

const tabs = ['roles', 'profile', 'signIn'] as const

function UserBody({ user }: { user: User }) {
  const t = useText()
  const phone = useIsMobile()
  const { within, path } = useAccountScope()
  const { query, change } = useUrlQuery<'tab'>()
  const tab = tabs.find((name) => name === query.tab) ?? 'roles'
  usePageLabel(user.fullName, { note: user.username, back: path })
  const note = [
    user.username,
    ...(user.jobTitle ? [user.jobTitle] : []),
    ...(user.managerEmail ? [t('detail.manager', { name: user.managerEmail })] : []),
    user.lastLogin ? t('detail.lastLogin', { age: formatAge(user.lastLogin) }) : t('detail.never'),
  ]
  return (
    <Page>
      <PageHeader
        title={user.fullName}
        note={note.join(' · ')}
        face={<Avatar name={user.fullName} size={40} />}
        badges={
          <>
            <StateBadge kind="user" state={user.userState}>
              {user.resetOverdue ? t('detail.overdue') : undefined}
            </StateBadge>
            {user.provider !== undefined && <ProviderChip name={user.provider} />}
            {user.provider === null && (
              <Badge colour={user.mfa ? 'grey' : 'light-grey'} plain>
                {t(user.mfa ? 'detail.mfaOn' : 'detail.mfaOff')}
              </Badge>
            )}
          </>
        }
        actions={<UserActions user={user} />}
      />
      <Suspense fallback={<LoadingRows rows={8} />}>
        <Tabs value={tab} onChange={(value) => change({ tab: value === 'roles' || !value ? undefined : value })}>
          <Tabs.List aria-label={t('tab.label')}>
            {tabs.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {t(`tab.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
        {tab === 'roles' && (
          <div className={classes.columns}>
            <div className={classes.work}>
              <RoleMatrix user={user} account={within?.name ?? null} />
              <MissingPermissions name={user.fullName} roles={user.roles.map(({ role }) => role)} />
            </div>
            <div className={classes.context}>
              <IfAllowed permission={readLogbooks} account={within?.name}>
                <Suspense fallback={<LoadingRows rows={3} />}>
                  <LogbookCard user={user} />
                </Suspense>
              </IfAllowed>
            </div>
          </div>
        )}
        {/* Stays mounted: typed text is still there after a visit to another tab. */}
        <div hidden={tab !== 'profile'}>
          <div className={classes.columns}>
            <div className={classes.work}>
              <ProfileCard user={user} />
            </div>
            <div className={classes.context}>
              {tab === 'profile' && (
                <IfAllowed permission={approveDeletions}>
                  <OwnedItemsCard user={user} />
                </IfAllowed>
              )}
            </div>
          </div>
        </div>
        {tab === 'signIn' && (
          <div className={classes.columns}>
            <div className={classes.work}>
              <div className={classes.two}>
                <Suspense fallback={<LoadingRows rows={3} />}>
                  <ToolsCard user={user} />
                </Suspense>
                <SignInFacts user={user} />
              </div>
            </div>
            <div className={classes.context}>
              {user.directory && (
                <IfAllowed permission={syncUsers}>
                  <Suspense fallback={<LoadingRows rows={3} />}>
                    <DirectoryCard user={user} />
                  </Suspense>
                </IfAllowed>
              )}
              <IfAllowed permission={endUserSessions} account={within?.name}>
                <Suspense fallback={<LoadingRows rows={3} />}>
                  <SessionsCard user={user} />
                  <TokensCard user={user} />
                </Suspense>
              </IfAllowed>
            </div>
          </div>
        )}
      </Suspense>
      {phone && (
        <BottomBar>
          <UserActions user={user} />
        </BottomBar>
      )}
    </Page>
  )
}

/** How a user signs in, and their last sign-in. */
function SignInFacts({ user }: { user: User }) {
  const t = useText()
  const label = useStateLabel()
  const facts = [
    [t('signIn.provider'), user.provider ?? t('list.portal')],
    [t('signIn.state'), label('user', user.userState)],
    [t('signIn.mfa'), user.provider ? t('signIn.mfaThere') : t(user.mfa ? 'signIn.mfaOn' : 'signIn.mfaOff')],
    [t('signIn.lastLogin'), user.lastLogin ? formatDateTime(user.lastLogin) : t('never')],
    [t('signIn.idpLogin'), user.lastIdpLogin ? formatDateTime(user.lastIdpLogin) : t('never')],
    [t('signIn.created'), user.created ? formatDate(user.created) : '–'],
  ]
  return (
    <Card title={t('signIn.title')}>
      <dl className={classes.facts}>
        {facts.flatMap(([name, value]) => [<dt key={`${name}?`}>{name}</dt>, <dd key={name}>{value}</dd>])}
      </dl>
    </Card>
  )
}
