import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { IconLink, IconMailOff } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { CopyableText } from '#kit/web/look/to-copy.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { usePageLabel } from '#kit/web/page-label.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { NotFoundState } from '#kit/web/states/not-found-state.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { dropMail, listMails, type Mail, readMail, retryMail, showMailLink, showMailLinks } from '../contract.ts'
import { mailsPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { MailBadge } from './mail-badge.tsx'
import classes from './mail-page.module.css'

/** One mail of the outbox: its text, its state, and its actions. */
export function MailPage() {
  const t = useText()
  const { mailId = '' } = useParams({ strict: false }) as { mailId?: string }
  const query = useQueryOf(readMail, { params: { id: mailId } })
  usePageLabel(query.data?.subject, { back: mailsPath() })
  return (
    <QueryView
      page
      query={query}
      loading={
        <Page kind="form">
          <PageHeader title="" />
          <LoadingRows rows={6} />
        </Page>
      }
      notFound={
        <NotFoundState
          page
          icon={IconMailOff}
          title={t('gone')}
          actions={
            <Button variant="default" to={mailsPath()}>
              {t('toMails')}
            </Button>
          }
        >
          {t('goneText')}
        </NotFoundState>
      }
    >
      {(mail) => (
        <Page kind="form">
          <PageHeader title={mail.subject} actions={<MailActions mail={mail} />} />
          <MailDetails mail={mail} />
        </Page>
      )}
    </QueryView>
  )
}

function MailActions({ mail }: { mail: Mail }) {
  const t = useText()
  const [dropping, setDropping] = useState(false)
  const refreshes = [readMail, listMails]
  const retry = useMutationOf(retryMail, { refreshes, onSuccess: () => toast({ title: t('retried') }) })
  const drop = useMutationOf(dropMail, {
    refreshes,
    onSuccess: () => {
      setDropping(false)
      toast({ title: t('dropped') })
    },
  })
  if (mail.state === 'SENT' || mail.state === 'DROPPED') return null
  const params = { id: mail.id }
  return (
    <>
      <Button variant="default" loading={retry.isPending} onClick={() => retry.mutate({ params })}>
        {t('retry')}
      </Button>
      <Button variant="default" color="red" onClick={() => setDropping(true)}>
        {t('drop')}
      </Button>
      <Confirm
        opened={dropping}
        title={t('drop')}
        action={t('drop')}
        colour="red"
        busy={drop.isPending}
        onConfirm={() => drop.mutate({ params })}
        onClose={() => setDropping(false)}
      >
        {t('dropText', { recipient: mail.recipient })}
      </Confirm>
    </>
  )
}

function MailDetails({ mail }: { mail: Mail }) {
  const t = useText()
  return (
    <>
      {mail.waitsForServer && <InlineAlert colour="orange">{t('noServer')}</InlineAlert>}
      <Card>
        <DescriptionList
          lines={[
            [t('recipient'), mail.recipient],
            [t('state'), <MailBadge key="state" mail={mail} />],
            [t('attempts'), String(mail.attempts)],
            [t('created'), formatDateTime(mail.created)],
            [t('sent'), mail.sent && formatDateTime(mail.sent)],
            [t('error'), mail.error],
          ]}
        />
      </Card>
      <Card title={t('text')}>
        <p className={classes.text}>{mail.text}</p>
        {mail.hasLink && <OneTimeLink id={mail.id} />}
      </Card>
    </>
  )
}

/** The link is shown on request, and stays on this page only. */
function OneTimeLink({ id }: { id: string }) {
  const t = useText()
  const [link, setLink] = useState<string>()
  const isAllowed = useAllows(showMailLinks)
  const show = useMutationOf(showMailLink, { onSuccess: (mailLink) => setLink(mailLink.link) })
  if (!isAllowed) return null
  if (link) return <CopyableText text={link} copy={t('copyLink')} />
  return (
    <div className={classes.hidden}>
      <span>{t('linkHidden')}</span>
      <Button
        variant="default"
        leftSection={<IconLink size={15} aria-hidden />}
        loading={show.isPending}
        onClick={() => show.mutate({ params: { id } })}
      >
        {t('showLink')}
      </Button>
    </div>
  )
}
