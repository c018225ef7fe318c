import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { isVendor, type Role, roleNames } from '#features/access/roles/contract.ts'
import { readMyFactors } from '#features/users/second-factors/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconUserShare, IconWorld } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Badge, StateBadge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Avatar, Monogram } from '#kit/web/look/face.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { ProviderChip } from '#kit/web/look/provider-chip.tsx'
import { Callout } from '#kit/web/look/strip.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatTime } from '#kit/web/time/time.ts'
import { useAccounts } from '#kit/web/who/account.tsx'
import { toPrincipal } from '#kit/web/who/me.tsx'
import { usePermissions } from '#kit/web/who/permission-catalogue.ts'
import { type Me, readMe } from '../contract.ts'
import { useText } from '../texts.ts'
import detailsCardClasses from './details-card.module.css'
import { permissionKey } from './permission-key.ts'
import classes from './profile.module.css'
import rolesCardClasses from './roles-card.module.css'
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

/** The user's details, as entered with their invitation. */
function DetailsCard({ me, provider }: { me: Me; provider: string | null | undefined }) {
  const t = useText()
  const accounts = useAccounts()
  const managedAccounts = me.assignedAccounts.map(
    (name) => accounts.find((one) => one.name === name)?.displayName ?? name,
  )
  const until = new Date(Date.now() + me.expires_in * 1000)
  const facts = [
    { name: t('details.name'), value: me.fullName },
    { name: t('details.email'), value: me.username },
    { name: t('details.job'), value: me.jobTitle },
    { name: t('details.manager'), value: me.manager },
    { name: t('details.provider'), value: provider !== undefined && <ProviderChip name={provider} /> },
    {
      name: t('details.session'),
      value: t('details.sessionText', { time: formatTime(until), hours: me.session_duration_in_hours }),
    },
    ...(managedAccounts.length > 0 ? [{ name: t('details.csm'), value: managedAccounts.join(', ') }] : []),
  ]
  return (
    <Card title={t('details.title')} note={t('details.note')}>
      <dl className={detailsCardClasses.facts}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || '–'}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

const sections = ['details', 'roles', 'sign-in', 'sessions', 'tokens', 'settings', 'logbook'] as const

/** A section of the profile, by its name in the address (`/me#sessions`). */
type ProfileSection = (typeof sections)[number]

/** The sections of the profile, the one in view marked; only where there is space beside them. */
function ProfileNav() {
  const t = useText()
  const seen = useSectionInView()
  return (
    <nav className={classes.nav} aria-label={t('profile.nav')}>
      {sections.map((section) => (
        <a key={section} href={`#${section}`} aria-current={section === seen ? 'location' : undefined}>
          {t(`profile.section.${section}`)}
        </a>
      ))}
    </nav>
  )
}

/** The topmost section that begins in the upper part of the page, or the last one above it. */
function useSectionInView(): ProfileSection {
  const [seen, setSeen] = useState<ProfileSection>('details')
  useEffect(() => {
    const scroller = document.getElementById('page')
    if (!scroller) return
    const look = () => {
      const top = scroller.getBoundingClientRect().top + 96
      const atEnd = scroller.scrollTop > 0 && scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2
      const work = sections.filter((section) => section !== 'logbook')
      const above = work.filter(
        (section) => (document.getElementById(section)?.getBoundingClientRect().top ?? top) < top,
      )
      setSeen((atEnd ? work.at(-1) : above.at(-1)) ?? 'details')
    }
    look()
    scroller.addEventListener('scroll', look, { passive: true })
    return () => scroller.removeEventListener('scroll', look)
  }, [])
  return seen
}

/** The user's roles by account, and what each allows. */
function RolesCard({ me }: { me: Me }) {
  const t = useText()
  const permissions = usePermissions()
  const accounts = useAccounts()
  const vendor = isVendor(toPrincipal(me))
  const rows = Object.entries(me.userAcl.rolesByGroup).flatMap(([group, roles]) => {
    const account = accounts.find(({ name }) => name === group)
    const name = group === '*' ? t('roles.all') : (account?.displayName ?? group)
    return roles.map((role) => ({ group, name, role }))
  })
  const allows = (role: string) =>
    permissions
      .filter(({ grants }) => grants.some((grant) => grant.role === role))
      .map(({ name }) => t(permissionKey(name)))
  return (
    <Card title={t('roles.title')} note={t(vendor ? 'roles.noteVendor' : 'roles.note')} flush>
      <table className={rolesCardClasses.table}>
        <thead>
          <tr>
            <th>{t('roles.account')}</th>
            <th>{t('roles.role')}</th>
            <th className={rolesCardClasses.allows}>{t('roles.allows')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ group, name, role }) => (
            <tr key={`${group} ${role}`}>
              <td>
                <span className="row">
                  {group === '*' ? <IconWorld size={18} aria-hidden /> : <Monogram name={name} />}
                  <span className="el">{name}</span>
                </span>
              </td>
              <td>{roleNames[role as Role] ?? role}</td>
              <td className={rolesCardClasses.allows} title={allows(role).join(', ')}>
                {allows(role).join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
