import { useMutationOf } from '#kit/web/data/query.ts'
import { IconLink, IconLinkOff } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import type { BadgeColour } from '#kit/web/look/colours.ts'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import { listShareLinks, type NamedShareLink, revokeOneShareLink } from '../contract.ts'
import { useShareLinksText } from '../texts.ts'
import classes from './share-links.module.css'

const colours: Readonly<Record<NamedShareLink['state'], BadgeColour>> = {
  ACTIVE: 'green',
  EXPIRED: 'grey',
  USED_UP: 'grey',
  REVOKED: 'light-grey',
}

/** One link of a file: copied as long as it gives the file, and revoked. */
export function ShareLinkRow({ link }: { link: NamedShareLink }) {
  const t = useShareLinksText()
  const { id, state, content, downloads, mostDownloads } = link
  const name = link.name ?? t('unnamed')
  const revoke = useMutationOf(revokeOneShareLink, {
    refreshes: [listShareLinks],
    onSuccess: () => toast({ title: t('revoked') }),
  })
  const copy = async (address: string) => {
    await navigator.clipboard.writeText(address)
    toast({ title: t('copied', { until: formatDateTime(link.expires) }) })
  }
  const count =
    mostDownloads === null ? t('count', { count: downloads }) : t('countOf', { count: downloads, most: mostDownloads })
  return (
    <li className={classes.link}>
      <div className={classes.about}>
        <span className={classes.name}>{name}</span> <Badge colour={colours[state]}>{t(`state.${state}`)}</Badge>
        <div className={classes.quiet}>
          {count} · {t('until', { at: formatDateTime(link.expires) })} ·{' '}
          {t('by', { by: link.createdBy, at: formatDateTime(link.created) })}
        </div>
      </div>
      {content !== null && (
        <>
          <IconButton size={24} aria-label={t('copy', { name })} onClick={() => void copy(content)}>
            <IconLink size={15} aria-hidden />
          </IconButton>
          <IconButton size={24} aria-label={t('revoke', { name })} onClick={() => revoke.mutate({ params: { id } })}>
            <IconLinkOff size={15} aria-hidden />
          </IconButton>
        </>
      )}
    </li>
  )
}
