import { Link } from '@tanstack/react-router'
import { Count } from '#kit/web/look/count.tsx'
import { Monogram } from '#kit/web/look/face.tsx'
import type { Channel } from '../contract.ts'
import { chatPath } from '../paths.ts'
import { useText } from '../texts.ts'
import classes from './chat.module.css'

/** The channels that the user reads, the one with the newest message first. */
export function ChannelList(props: { channels: readonly Channel[]; more: number; current: string }) {
  const { channels, more, current } = props
  const t = useText()
  return (
    <nav className={classes.channels} aria-label={t('channels')}>
      <ul>
        {channels.map((channel) => {
          const { id, accountDisplayName, caseKey, caseSubject, lastMessage } = channel
          const unread = channel.unread + (channel.internal?.unread ?? 0)
          return (
            <li key={id}>
              <Link
                className={classes.channel}
                to={chatPath({ account: channel.account, accountId: channel.accountId }, { channel: id })}
                aria-current={id === current ? 'page' : undefined}
              >
                <Monogram name={accountDisplayName} size={26} />
                <span>
                  <strong>{caseKey ? <code>{caseKey}</code> : accountDisplayName}</strong>
                  <small translate="no">
                    {caseSubject ?? (lastMessage && `${lastMessage.by}: ${lastMessage.text}`)}
                  </small>
                </span>
                {unread > 0 && <Count value={unread} />}
              </Link>
            </li>
          )
        })}
      </ul>
      {more > 0 && <p className={classes.notice}>{t('moreChannels', { count: more })}</p>}
    </nav>
  )
}
