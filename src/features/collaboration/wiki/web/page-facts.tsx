import { IconExternalLink, IconLock, IconUsers, IconWorld } from '#kit/web/icons/icons.generated.ts'
import { leavingAddress } from '#kit/web/links/leaving-address.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Avatar } from '#kit/web/look/face.tsx'
import { Age } from '#kit/web/time/age.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import type { WikiPage } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './wiki.module.css'

/** Who reads the page, and who saved it when. */
export function PageFacts({ page }: { page: WikiPage }) {
  const t = useText()
  const { trustedLinkHosts: trusted } = useMe()
  const { audience, account, accountDisplayName, updatedBy, updated, revision, source } = page
  return (
    <div className={classes.facts}>
      {audience === 'VENDOR' ? (
        <Badge colour="dark-yellow" icon={<IconLock size={13} aria-hidden />}>
          {t('readers.vendor')}
        </Badge>
      ) : account === null ? (
        <Badge colour="light-blue" icon={<IconWorld size={13} aria-hidden />}>
          {t('readers.shared')}
        </Badge>
      ) : (
        <Badge colour="light-grey" icon={<IconUsers size={13} aria-hidden />}>
          {t('readers.account', { account: accountDisplayName ?? account })}
        </Badge>
      )}
      {source && (
        <a className={classes.source} href={leavingAddress(source.url, { own: location.host, trusted }) ?? source.url}>
          {t('copyOf', { system: source.system })}
          <IconExternalLink size={13} aria-hidden />
        </a>
      )}
      <span className={classes.saved}>
        {updatedBy && <Avatar name={updatedBy} size={20} />}
        <span>
          {updatedBy && (
            <>
              <span translate="no">{updatedBy}</span>
              {' · '}
            </>
          )}
          <Age at={updated} />
          {` · ${t('version', { n: revision })}`}
        </span>
      </span>
    </div>
  )
}
