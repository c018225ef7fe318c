import { Tabs } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { readLogbooks } from '#features/audit/contract.ts'
import { RoleMatrix } from '#features/role-grants/web/index.ts'
import { approveDeletions } from '#features/user-deletion/contract.ts'
import { DossierCard } from '#features/user-deletion/web/index.ts'
import { MissingRights } from '#features/users/web/index.ts'
import { useAddress } from '#kit/web/address.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Badge, StateBadge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Avatar } from '#kit/web/look/face.tsx'
import { FootBar, Page } from '#kit/web/look/page.tsx'
import { PageHead } from '#kit/web/look/page-head.tsx'
import { ProviderChip } from '#kit/web/look/provider-chip.tsx'
import { usePageLabel } from '#kit/web/page-label.ts'
import { Gone } from '#kit/web/states/gone.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { writeAge } from '#kit/web/time/time.ts'
import { usePhone } from '#kit/web/use-phone.ts'
import { Allowed } from '#kit/web/who/allowed.tsx'
import { endUserSessions, listDirectoryLetters, readUser, syncUsers, type User, userChanged } from '../contract.ts'
import { DirectoryCard } from './directory-card.tsx'
import { LogbookCard } from './logbook-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SignInFacts } from './sign-in-facts.tsx'
import { useText } from './text.ts'
import { ToolsCard } from './tools-card.tsx'
import { usePlace } from './use-place.ts'
import { UserActions } from './user-actions.tsx'
import classes from './user-page.module.css'

/** One person: what they may do where, how they sign in, what they have, and what can be done about them. */
export function UserPage() {
  const t = useText()
  const { path } = usePlace()
  const { userId } = useParams({ strict: false }) as { userId: string }
  const { data: user, error, refetch } = useQueryOf(readUser, { params: { id: userId } })
  useTopic(userChanged, {}, (news) => {
    if (!news || news.id === userId) void refresh(readUser, listDirectoryLetters)
  })
  if (error && !user)
    return (
      <Gone
        page
        error={error}
        retry={() => void refetch()}
        icon={IconUserOff}
        title={t('detail.gone')}
        actions={
          <Button variant="default" to={path}>
            {t('detail.toUsers')}
          </Button>
        }
      >
        {t('detail.goneText')}
      </Gone>
    )
  if (!user) return <LoadingRows rows={8} />
  return <Loaded key={user.id} user={user} />
}

const tabs = ['roles', 'profile', 'signIn'] as const

function Loaded({ user }: { user: User }) {
  const t = useText()
  const phone = usePhone()
  const { within, path } = usePlace()
  const { query, change } = useAddress<'tab'>()
  const tab = tabs.find((name) => name === query.tab) ?? 'roles'
  usePageLabel(user.fullName, { note: user.username, back: path })
  const note = [
    user.username,
    ...(user.jobTitle ? [user.jobTitle] : []),
    ...(user.managerEmail ? [t('detail.manager', { name: user.managerEmail })] : []),
    user.lastLogin ? t('detail.lastLogin', { age: writeAge(user.lastLogin) }) : t('detail.never'),
  ]
  return (
    <Page>
      <PageHead
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
              <MissingRights name={user.fullName} roles={user.roles.map(({ role }) => role)} />
            </div>
            <div className={classes.context}>
              <Allowed permission={readLogbooks} account={within?.name}>
                <LogbookCard user={user} />
              </Allowed>
            </div>
          </div>
        )}
        {tab === 'profile' && (
          <div className={classes.columns}>
            <div className={classes.work}>
              <ProfileCard user={user} />
            </div>
            <div className={classes.context}>
              <Allowed permission={approveDeletions}>
                <DossierCard user={user} />
              </Allowed>
            </div>
          </div>
        )}
        {tab === 'signIn' && (
          <div className={classes.columns}>
            <div className={classes.work}>
              <div className={classes.two}>
                <ToolsCard user={user} />
                <SignInFacts user={user} />
              </div>
            </div>
            <div className={classes.context}>
              {user.directory && (
                <Allowed permission={syncUsers}>
                  <DirectoryCard user={user} />
                </Allowed>
              )}
              <Allowed permission={endUserSessions} account={within?.name}>
                <SessionsCard user={user} />
              </Allowed>
            </div>
          </div>
        )}
      </Suspense>
      {phone && (
        <FootBar>
          <UserActions user={user} />
        </FootBar>
      )}
    </Page>
  )
}
