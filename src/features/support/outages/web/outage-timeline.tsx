import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { editOutages } from '#features/support/case-access/contract.ts'
import { useEveryOf } from '#kit/web/data/every.ts'
import { jointQuery } from '#kit/web/data/joint-query.ts'
import type { Query } from '#kit/web/data/query.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { Markdown } from '#kit/web/form/markdown.tsx'
import { useDraftText } from '#kit/web/form/use-draft-text.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import {
  addInternalOutageEntry,
  addOutageEntry,
  type InternalOutageEntry,
  listInternalOutageEntries,
  listOutageEntries,
  type Outage,
  type OutageEntry,
  readOutage,
} from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './outages.module.css'

/** The internal entries for those who may not see them. */
const none: Query<readonly InternalOutageEntry[]> = { data: [], error: null, refetch: () => undefined }

/** The entries of an outage, newest first: public updates, and for vendor staff internal entries among them. */
export function OutageTimeline({ outage, staff }: { outage: Outage; staff: boolean }) {
  const t = useText()
  const mayWrite = useAllows(editOutages)
  const query = { issueKey: outage.key, size: 200 }
  const open = useEveryOf<OutageEntry>(listOutageEntries, { query })
  const internal = useEveryOf<InternalOutageEntry>(listInternalOutageEntries, { query }, { enabled: staff })
  return (
    <Card title={t('timeline.title')}>
      {mayWrite && <AddEntry outage={outage} />}
      <QueryView query={jointQuery({ open, internal: staff ? internal : none })} rows={3}>
        {({ open, internal }) => (
          <>
            {open.length + internal.length === 0 && <p>{t('timeline.empty')}</p>}
            <ol className={classes.entries} aria-label={t('timeline.title')}>
              {[...open, ...internal]
                .sort((a, b) => b.at.localeCompare(a.at))
                .map((entry) => (
                  <li
                    key={`${entry.kind} ${entry.id}`}
                    className={classes.entry}
                    data-internal={entry.kind === 'internal' || undefined}
                  >
                    <header>
                      <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
                      <strong>{entry.author.fullName}</strong>
                      {entry.kind === 'internal' && <Badge colour="purple">{t('timeline.internalBadge')}</Badge>}
                    </header>
                    <Markdown text={entry.body} />
                  </li>
                ))}
            </ol>
          </>
        )}
      </QueryView>
    </Card>
  )
}

function AddEntry({ outage }: { outage: Outage }) {
  const t = useText()
  const [kind, setKind] = useState<'public' | 'internal'>('public')
  const texts = {
    public: useDraftText(`outage:${outage.key}:public`),
    internal: useDraftText(`outage:${outage.key}:internal`),
  }
  const { text: body, setText } = texts[kind]
  const [missing, setMissing] = useState(false)
  const update = useMutationOf(addOutageEntry, {
    refreshes: [listOutageEntries, readOutage],
    onSuccess: (_, { body: { body: text } }) => {
      texts.public.sent(text)
      toast({ title: t('timeline.posted') })
    },
  })
  const note = useMutationOf(addInternalOutageEntry, {
    refreshes: [listInternalOutageEntries],
    onSuccess: (_, { body: { body: text } }) => {
      texts.internal.sent(text)
      toast({ title: t('timeline.noted') })
    },
  })
  const input = { query: { issueKey: outage.key }, body: { body } }
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!body.trim()) return setMissing(true)
        if (kind === 'internal') note.mutate(input)
        else update.mutate(input)
      }}
    >
      <SegmentedControl
        aria-label={t('timeline.kind')}
        value={kind}
        onChange={setKind}
        options={[
          { value: 'public', label: t('timeline.public') },
          { value: 'internal', label: t('timeline.internal') },
        ]}
      />
      <Textarea
        autosize
        minRows={2}
        maxLength={32_767}
        aria-label={t('timeline.text')}
        value={body}
        error={missing && t('timeline.missing')}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setMissing(false)
        }}
      />
      <div className={classes.foot}>
        <span>
          {kind === 'public' ? t('timeline.reads', { account: outage.accountDisplayName }) : t('timeline.hidden')}
        </span>
        <Button type="submit" loading={update.isPending || note.isPending}>
          {t('timeline.post')}
        </Button>
      </div>
    </form>
  )
}
