import { type ReactNode, Suspense } from 'react'
import { readMyFactors } from '#features/users/second-factors/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconUserShare } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Badge, StateBadge } from '#kit/web/look/badge.tsx'
import { Avatar } from '#kit/web/look/face.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { Callout } from '#kit/web/look/strip.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { readMe } from '../contract.ts'
import { useText } from '../texts.ts'
import { DetailsCard } from './details-card.tsx'
import classes from './profile.module.css'
import { ProfileNav, type ProfileSection } from './profile-nav.tsx'
import { RolesCard } from './roles-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SettingsCard } from './settings-card.tsx'
import { SignInCard } from './sign-in-card.tsx'
import { TokensCard } from './tokens-card.tsx'

const LogbookCard = lazyNamed(() => import('./logbook-card.tsx'), 'LogbookCard')

/** The user's own profile: identity, permissions, sign-in factors, and settings. */
export function ProfilePage() {
  const t = useText()
  const query = useQueryOf(readMe, {})
  const factors = useQueryOf(readMyFactors, {}).data
  const hasSecond = factors !== undefined && (factors.totp.enabled || factors.passkeys.length > 0)
  return (
    <QueryView query={query} rows={8}>
      {(me) => {
        const acting = me.impersonateMode !== null
        return (
          <Page>
            <div className={classes.frame}>
              <PageHeader
                title={me.fullName}
                note={[me.username, me.jobTitle].filter(Boolean).join(' · ')}
                face={<Avatar name={me.fullName} size={40} />}
                badges={
                  <>
                    <StateBadge kind="user" state={me.userState} />
                    {factors?.provider === null && (
                      <Badge colour={hasSecond ? 'grey' : 'light-grey'} plain>
                        {t(hasSecond ? 'profile.secondFactor' : 'profile.noSecondFactor')}
                      </Badge>
                    )}
                  </>
                }
              />
              {acting && (
                <Callout
                  colour="purple"
                  icon={<IconUserShare size={18} aria-hidden />}
                  title={t('profile.acting', { name: me.fullName })}
                >
                  {t('profile.actingText')}
                </Callout>
              )}
              <div className={classes.columns}>
                <ProfileNav />
                <div className={classes.work}>
                  <Section id="details">
                    <DetailsCard me={me} provider={factors?.provider} />
                  </Section>
                  <Section id="roles">
                    <RolesCard me={me} />
                  </Section>
                  <Section id="sign-in">
                    <SignInCard me={me} locked={acting} />
                  </Section>
                  <Section id="sessions">{!acting && <SessionsCard locked={false} />}</Section>
                  <Section id="tokens">
                    <TokensCard me={me} locked={acting} />
                  </Section>
                  <Section id="settings">
                    <SettingsCard locked={acting} />
                  </Section>
                </div>
                <div className={classes.context}>
                  <Section id="logbook">
                    <Suspense>
                      <LogbookCard />
                    </Suspense>
                  </Section>
                </div>
              </div>
            </div>
          </Page>
        )
      }}
    </QueryView>
  )
}

function Section({ id, children }: { id: ProfileSection; children: ReactNode }) {
  return (
    <div id={id} className={classes.section}>
      {children}
    </div>
  )
}
