import { TextInput } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { hasMixedScripts } from '#kit/contract/email-address.ts'
import { useEveryOf } from '#kit/web/data/every.ts'
import { refresh, useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { IconUserCheck } from '#kit/web/icons/icons.generated.ts'
import { useKeys } from '#kit/web/keys/key-registry.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { StateBadge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Avatar } from '#kit/web/look/face.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { Age } from '#kit/web/time/age.tsx'
import { approveJoin, type JoinRequest, joinRequestsChanged, listJoinRequests, rejectJoin } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './joins-page.module.css'
import { useLabel } from './label.ts'

const SHOWN = 10

/** Pending join requests: of one account where the address names it, else of all that the user decides for. */
export function JoinsPage() {
  const t = useText()
  const label = useLabel()
  const { account, accountName } = useParams({ strict: false }) as { account?: string; accountName?: string }
  const name = account ?? accountName
  const only = name ? { account: [name] } : {}
  const open = useEveryOf<JoinRequest>(listJoinRequests, {
    query: { ...only, requestStatus: ['NEW'], size: 200, sort: ['createdAt,ASC'] },
  })
  const past = useQueryOf(listJoinRequests, {
    query: { ...only, requestStatus: ['APPROVED', 'REJECTED'], size: SHOWN },
  })
  const [chosenId, choose] = useState<string>()
  const [rejecting, setRejecting] = useState<JoinRequest>()
  const { approve, busy } = useApprove()
  useTopic(joinRequestsChanged, {}, () => void refresh(listJoinRequests))
  const waiting = open.data ?? []
  // Selected by id: when others decide meanwhile, the keys stay with the same user.
  const current = waiting.find(({ id }) => id === chosenId) ?? waiting[0]
  const step = (by: number) =>
    choose(waiting[waiting.findIndex(({ id }) => id === current?.id) + by]?.id ?? current?.id)
  const group = label('joins')
  useKeys([
    { combo: 'j', label: t('queue.next'), group, run: () => step(1) },
    { combo: 'k', label: t('queue.previous'), group, run: () => step(-1) },
    ...(current
      ? [
          {
            combo: 'a',
            label: t('queue.approveKey'),
            group,
            asks: {
              title: t('queue.ask', { name: current.requestedBy.fullName }),
              text: t('queue.askText', { account: current.accountDisplayName }),
              action: t('queue.approve'),
            },
            run: () => approve(current),
          },
          { combo: 'r', label: t('queue.rejectKey'), group, run: () => setRejecting(current) },
        ]
      : []),
  ])
  const decidedRequests = past.data?._embedded.requests ?? []
  return (
    <QueryView query={open} page rows={6}>
      {() => (
        <Page kind="form">
          <PageHeader title={label('joins')} note={t('queue.note')} />
          {waiting.length === 0 && (
            <EmptyState colour="green" icon={<IconUserCheck size={22} aria-hidden />} title={t('queue.empty')}>
              {t('queue.emptyText')}
            </EmptyState>
          )}
          {waiting.length > 0 && (
            <Card title={t('queue.list')} note={t('queue.count', { count: waiting.length })} flush>
              <ul>
                {waiting.map((request) => (
                  <WaitingRow
                    key={request.id}
                    request={request}
                    current={request.id === current?.id}
                    busy={busy}
                    onApprove={() => approve(request)}
                    onReject={() => setRejecting(request)}
                  />
                ))}
              </ul>
            </Card>
          )}
          {decidedRequests.length > 0 && (
            <Card title={t('queue.lately')} flush>
              <ul>
                {decidedRequests.map((request) => (
                  <li key={request.id} className={classes.row}>
                    <Avatar name={request.requestedBy.fullName} />
                    <span className={classes.who}>
                      <strong>{request.requestedBy.fullName}</strong>
                      <small>
                        {request.accountDisplayName} ·{' '}
                        {request.decidedBy ? t('queue.by', { name: request.decidedBy }) : t('queue.itself')} ·{' '}
                        <Age at={request.updatedAt} />
                      </small>
                      {request.reason && <small>{request.reason}</small>}
                    </span>
                    <StateBadge kind="request" state={request.requestStatus} />
                  </li>
                ))}
              </ul>
            </Card>
          )}
          {rejecting && <RejectJoin request={rejecting} onClose={() => setRejecting(undefined)} />}
        </Page>
      )}
    </QueryView>
  )
}

/** Approves a request, and confirms it. */
function useApprove() {
  const t = useText()
  const { mutate, isPending } = useMutationOf(approveJoin, {
    refreshes: [listJoinRequests],
    onSuccess: ({ requestedBy, accountDisplayName: account }) =>
      toast({ title: t('queue.approved', { name: requestedBy.fullName, account }) }),
  })
  return { approve: ({ id }: JoinRequest) => mutate({ params: { id } }), busy: isPending }
}

/** A pending join request. */
function WaitingRow(props: {
  request: JoinRequest
  current: boolean
  busy: boolean
  onApprove: () => void
  onReject: () => void
}) {
  const t = useText()
  const { requestedBy, accountDisplayName: account, createdAt } = props.request
  return (
    <li className={classes.row} aria-current={props.current || undefined}>
      <Avatar name={requestedBy.fullName} />
      <span className={classes.who}>
        <strong>{requestedBy.fullName}</strong>
        <small>
          {requestedBy.username} · {t('queue.asks', { account })} · <Age at={createdAt} />
        </small>
        {hasMixedScripts(requestedBy.username) && <small className={classes.warning}>{t('queue.mixedScripts')}</small>}
      </span>
      <span className={classes.acts}>
        <Button size="compact-sm" variant="light" color="green" loading={props.busy} onClick={props.onApprove}>
          {t('queue.approve')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={props.onReject}>
          {t('queue.reject')}
        </Button>
      </span>
    </li>
  )
}

/** Rejects a user, with a reason. */
function RejectJoin({ request, onClose }: { request: JoinRequest; onClose: () => void }) {
  const t = useText()
  const [reason, setReason] = useState('')
  const name = request.requestedBy.fullName
  const reject = useMutationOf(rejectJoin, {
    refreshes: [listJoinRequests],
    onSuccess: () => {
      toast({ title: t('queue.rejected', { name }) })
      onClose()
    },
  })
  return (
    <Confirm
      opened
      title={t('queue.rejectTitle', { name })}
      action={t('queue.reject')}
      colour="red"
      busy={reject.isPending}
      onClose={onClose}
      onConfirm={() => reject.mutate({ params: { id: request.id }, body: { reason } })}
    >
      <p>{t('queue.rejectText')}</p>
      <TextInput
        data-autofocus
        label={t('queue.reason')}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Confirm>
  )
}
