import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconWebhookOff } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import { usePageLabel } from '#kit/web/page-label.ts'
import { NotFoundState } from '#kit/web/states/not-found-state.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { readWebhook, type Webhook } from '../contract.ts'
import { webhooksPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { eventLabel } from './event-label.ts'
import { useLabel } from './label.ts'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookBadge } from './webhook-badge.tsx'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import classes from './webhook-page.module.css'

const VerifyCard = lazyNamed(() => import('./verify-card.tsx'), 'VerifyCard')

/** One webhook: its events, its state, and its deliveries. */
export function WebhookPage() {
  const t = useText()
  const label = useLabel()
  const account = useAccount()
  const { webhookId: id = '' } = useParams({ strict: false }) as { webhookId?: string }
  const query = useQueryOf(readWebhook, { params: { id } })
  const back = account ? webhooksPath({ account }) : '/'
  usePageLabel(query.data ? (URL.parse(query.data.url)?.host ?? query.data.url) : undefined, { back })
  return (
    <QueryView
      query={query}
      page
      rows={8}
      notFound={
        <NotFoundState
          page
          icon={IconWebhookOff}
          title={t('gone')}
          actions={
            <Button variant="default" to={back}>
              {t('toWebhooks')}
            </Button>
          }
        >
          {t('goneText')}
        </NotFoundState>
      }
    >
      {(webhook) => {
        const { protocol } = webhook
        return (
          <Page>
            <PageHeader
              stacked
              title={(!protocol && webhook.description) || label('webhooks')}
              badges={
                <>
                  <WebhookBadge webhook={webhook} />
                  {protocol && <Badge colour="blue">{t(`protocol.${protocol}`)}</Badge>}
                </>
              }
              note={webhook.url}
              actions={!protocol && <WebhookActions webhook={webhook} />}
            />
            {webhook.pausedBy === 'FAILURES' && (
              <InlineAlert colour="orange">{t(protocol ? 'subscriptionPaused' : 'pausedByFailures')}</InlineAlert>
            )}
            {webhook.pausedBy === 'MAKER' && (
              <InlineAlert colour="orange">
                {t(protocol ? 'subscriptionWithoutMaker' : 'pausedWithoutMaker')}
              </InlineAlert>
            )}
            {protocol && <p>{t('subscriptionNote', { protocol: t(`protocol.${protocol}`) })}</p>}
            <Facts webhook={webhook} />
            <WebhookDeliveries webhook={webhook} />
            <Suspense>
              <VerifyCard />
            </Suspense>
          </Page>
        )
      }}
    </QueryView>
  )
}

function Facts({ webhook }: { webhook: Webhook }) {
  const t = useText()
  const { url, events, lastSuccess, lastError, waiting, previousSecretUntil } = webhook
  return (
    <Card>
      <DescriptionList
        lines={[
          [
            t('url'),
            <span key="url" className={classes.url}>
              {url}
            </span>,
          ],
          [t('events'), events.map((event) => eventLabel(t, event)).join(', ')],
          [t('lastSuccess'), lastSuccess ? formatDateTime(lastSuccess) : t('never')],
          [t('waiting'), waiting > 0 && String(waiting)],
          [t('error'), lastError],
          [t('secretTitle'), previousSecretUntil && t('previousUntil', { at: formatDateTime(previousSecretUntil) })],
        ]}
      />
    </Card>
  )
}
