import { useSearch } from '@tanstack/react-router'
import { IconAlertTriangle, IconExternalLink, IconUnlink } from '#kit/web/icons/icons.generated.ts'
import { outsideAddress } from '#kit/web/links/leaving-address.ts'
import { readableHost } from '#kit/web/links/readable-host.ts'
import { Button } from '#kit/web/look/button.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useText as useKitText } from '#kit/web/text/kit-text.ts'
import { useMe } from '#kit/web/who/me.tsx'
import { useLeavingText } from '../texts.ts'
import classes from './external-link-warning.module.css'

/** Shows the target of a link in a user's text (ASVS 3.7.3). It opens by a press alone, never automatically. */
export function ExternalLinkWarning() {
  const t = useLeavingText()
  const kit = useKitText()
  const { portalName } = useMe()
  const { to } = useSearch({ strict: false }) as { to?: string }
  const url = outsideAddress(to ?? '')
  const back = (
    <Button variant="default" onClick={goBack}>
      {kit('back')}
    </Button>
  )
  if (!url)
    return (
      <EmptyState page colour="grey" icon={<IconUnlink size={28} aria-hidden />} title={t('wrong')} actions={back}>
        {t('wrongText')}
      </EmptyState>
    )
  return (
    <EmptyState
      page
      colour="orange"
      icon={<IconExternalLink size={28} aria-hidden />}
      title={t('title', { portal: portalName })}
      foot={
        <div className={classes.where}>
          <Address url={url} />
          <div className={classes.ways}>
            <Button href={url.href} rel="noreferrer noopener nofollow" color="blue" variant="filled">
              {t('on')}
            </Button>
            {back}
          </div>
        </div>
      }
    >
      {t('text')}
    </EmptyState>
  )
}

function Address({ url }: { url: URL }) {
  const t = useLeavingText()
  const readable = readableHost(url.hostname)
  return (
    <div className={classes.address}>
      <strong className={classes.host} translate="no">
        <bdi>{readable}</bdi>
        {url.port && `:${url.port}`}
      </strong>
      <code className={classes.whole}>{url.href}</code>
      {readable !== url.hostname && <Warning>{t('coded', { host: url.host })}</Warning>}
      {url.username !== '' && <Warning>{t('user')}</Warning>}
    </div>
  )
}

function Warning({ children }: { children: string }) {
  return (
    <span className={classes.warning}>
      <IconAlertTriangle size={16} aria-hidden /> <span>{children}</span>
    </span>
  )
}

/** A tab that was opened for the link has no page to go back to. */
function goBack(): void {
  if (history.length > 1) history.back()
  else window.close()
}
