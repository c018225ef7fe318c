import { IconBuildingFortress, IconKey } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Age } from '#kit/web/time/age.tsx'
import { type IdentityProvider, missingSettings } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './sso-page.module.css'

/** The providers, each with the domains that are routed to it, its state, and the result of its last sign-in. */
export function ProviderList(props: {
  providers: readonly IdentityProvider[]
  open: string | undefined
  onOpen: (id: string) => void
}) {
  const t = useText()
  const outside = props.providers.filter(({ type }) => type !== 'EMBEDDED')
  return (
    <Card title={t('list.title')} note={props.providers.length} flush>
      <ul>
        {props.providers.map((provider) => (
          <li key={provider.id}>
            <button
              type="button"
              className={classes.row}
              aria-current={provider.id === props.open || undefined}
              onClick={() => props.onOpen(provider.id)}
            >
              {provider.type === 'EMBEDDED' ? (
                <IconBuildingFortress size={18} aria-hidden />
              ) : (
                <IconKey size={18} aria-hidden />
              )}
              <span className={classes.words}>
                <strong>{provider.name}</strong>
                <small>
                  {t(`type.${provider.type}`)} · <Domains provider={provider} />
                </small>
              </span>
              <span className={classes.end}>
                <ProviderState provider={provider} />
                <small>
                  {t('list.people', { count: provider.users })}
                  {provider.lastAttempt && (
                    <>
                      {' · '}
                      {t(`outcome.${provider.lastAttempt.outcome as 'REJECTED'}`)} <Age at={provider.lastAttempt.at} />
                    </>
                  )}
                </small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {outside.length === 0 && <p className={classes.hint}>{t('list.emptyText')}</p>}
    </Card>
  )
}

/** Whether users are routed there. */
export function ProviderState({ provider }: { provider: IdentityProvider }) {
  const t = useText()
  if (provider.enabled) return <Badge colour="green">{t('list.on')}</Badge>
  return missingSettings(provider).length > 0 ? (
    <Badge colour="orange">{t('list.incomplete')}</Badge>
  ) : (
    <Badge colour="light-grey">{t('list.off')}</Badge>
  )
}

function Domains({ provider: { domains, type } }: { provider: IdentityProvider }) {
  const t = useText()
  if (type === 'EMBEDDED') return t('list.everybody')
  if (domains.length === 0) return t('list.none')
  return domains.map((domain) => (domain === '*' ? t('list.everybody') : domain)).join(', ')
}
