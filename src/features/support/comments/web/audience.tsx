import { Popover } from '@mantine/core'
import { useId } from 'react'
import { type Audience as Readers, readAudience } from '#features/support/case-notifications/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Avatar } from '#kit/web/look/face.tsx'
import type { useText } from '../texts.ts'
import classes from './audience.module.css'

type Translate = ReturnType<typeof useText>

/** Who will read the text that is being written: how many may read it, and by name who is notified and gets a mail. */
export function Audience(props: {
  t: Translate
  issueKey: string
  internal: boolean
  account: string
  vendor: boolean
}) {
  const { t, issueKey, internal, account, vendor } = props
  const { data } = useQueryOf(readAudience, { query: { issueKey, ...(internal ? { internal } : {}) } }, { keep: true })
  if (!data || data.internal !== internal) return null
  const readers = data.internal
    ? t('audience.staff', { count: data.staff ?? 0 })
    : t(vendor ? 'audience.customers' : 'audience.colleagues', { count: data.customers, name: account })
  return (
    <span>
      {readers}. <NotifiedUsers t={t} readers={data} />
    </span>
  )
}

function NotifiedUsers({ t, readers: { notified } }: { t: Translate; readers: Readers }) {
  const title = useId()
  const mailedUsers = notified.filter(({ mail }) => mail === 'NOW')
  const [first] = mailedUsers
  const summary = first
    ? t('audience.mail', { count: mailedUsers.length, first: first.fullName, rest: mailedUsers.length - 1 })
    : t('audience.noMail')
  return (
    <Popover position="top-start" width={320} trapFocus>
      <Popover.Target>
        <button type="button" className={classes.open}>
          {summary}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-labelledby={title} className={classes.drop ?? ''}>
        <h3 id={title} className={classes.title}>
          {t('audience.title')}
        </h3>
        {notified.length === 0 && <p className={classes.none}>{t('audience.none')}</p>}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard. */}
        <ul className={classes.users} tabIndex={0} aria-labelledby={title}>
          {notified.map(({ id, fullName, mail }) => (
            <li key={id} className={classes.user}>
              <Avatar name={fullName} size={20} />
              <span className={classes.name}>{fullName}</span>
              <span className={classes.mail}>{t(`audience.${mail}`)}</span>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
