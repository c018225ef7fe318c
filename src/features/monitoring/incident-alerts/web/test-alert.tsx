import { Link } from '@tanstack/react-router'
import { refresh, useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { Callout } from '#kit/web/look/strip.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { alertsChanged, createAlert, createAlerts, listAlerts, readAlert, readAlerts, readOnCall } from '../contract.ts'
import { alertPath, onCallPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { SentState } from './sent-state.tsx'

/** Who is on call, and the test alert, on the page of the plugin. */
export function TestAlert({ name, account }: { name: string; account: string }) {
  const maySee = useAllows(readAlerts)
  return name === 'opsgenie' && maySee ? <Section account={account} /> : null
}

function Section({ account }: { account: string }) {
  const t = useText()
  const mayCreate = useAllows(createAlerts)
  const onCall = useQueryOf(readOnCall, {}).data
  const send = useMutationOf(createAlert, { refreshes: [listAlerts] })
  const id = send.data?.id ?? ''
  const { data: sentAlert } = useQueryOf(readAlert, { params: { id } }, { enabled: id !== '', refetchInterval: 2_000 })
  useTopic(alertsChanged, {}, () => void refresh(readAlert))
  return (
    <Card
      title={t('test.title')}
      right={
        mayCreate && (
          <Button
            variant="default"
            loading={send.isPending}
            onClick={() =>
              send.mutate({
                query: { account },
                body: { message: t('test.message'), alias: 'test', priority: 'P5', tags: ['test'] },
              })
            }
          >
            {t('test.button')}
          </Button>
        )
      }
    >
      <div className="form-stack">
        <p>{t('test.text')}</p>
        <DescriptionList
          lines={[
            [t('test.onCall'), onCall && (onCall.now?.fullName ?? <Link to={onCallPath()}>{t('test.noOnCall')}</Link>)],
          ]}
        />
        {id !== '' &&
          (sentAlert?.outside ? (
            <SentState outside={sentAlert.outside} />
          ) : (
            <Callout colour="green" title={t('test.here')} />
          ))}
        {id !== '' && <Link to={alertPath({ alertId: id })}>{t('test.open')}</Link>}
      </div>
    </Card>
  )
}
