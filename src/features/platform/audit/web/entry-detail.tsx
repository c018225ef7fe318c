import type { Reply } from '#kit/web/data/call.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconArrowRight, IconHistory, IconX } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Avatar } from '#kit/web/look/face.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { CopyButton } from '#kit/web/states/copy-button.tsx'
import { NotFoundState } from '#kit/web/states/not-found-state.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { useAccounts } from '#kit/web/who/account.tsx'
import { readAuditEntry } from '../contract.ts'
import { useText } from '../texts.ts'
import { wordsOf } from './audit-filter-names.ts'
import { ChangesTable, RecordedValue } from './changes-table.tsx'
import classes from './entry-detail.module.css'
import { EntryProofPart } from './entry-proof.tsx'
import { thingOf, useEntryWords } from './entry-words.tsx'
import { preciseTime } from './precise-time.ts'
import type { AuditList } from './use-audit-list.ts'

type Entry = Reply<typeof readAuditEntry>

/** One entry: who, what, before and after, its request, and its proof. */
export function EntryDetail({ id, audit }: { id: string; audit: AuditList }) {
  const t = useText()
  const query = useQueryOf(readAuditEntry, { params: { id } })
  const close = (
    <IconButton aria-label={t('detail.close')} onClick={() => audit.open(undefined)}>
      <IconX size={16} aria-hidden />
    </IconButton>
  )
  return (
    <div className={classes.detail}>
      <QueryView
        query={query}
        rows={8}
        notFound={
          <NotFoundState icon={IconHistory} title={t('detail.gone')} actions={close}>
            {t('detail.goneText')}
          </NotFoundState>
        }
      >
        {(entry) => (
          <>
            <Head entry={entry} close={close} />
            <Changes entry={entry} />
            <Facts entry={entry} audit={audit} />
            <EntryProofPart proof={entry.proof} seq={entry.seq} />
          </>
        )}
      </QueryView>
    </div>
  )
}

function Head({ entry, close }: { entry: Entry; close: React.ReactNode }) {
  const t = useText()
  const { actor, words, isDenied } = useEntryWords()(entry)
  const account = useAccountName(entry)
  return (
    <header className={classes.head}>
      <div className={classes.line}>
        <span className="mono">{entry.seq === null ? t('page.waiting') : `#${formatCount(entry.seq)}`}</span>
        {isDenied && <Badge colour="red">{t('page.denied')}</Badge>}
        <span className="end">{close}</span>
      </div>
      <h2 className={classes.title}>
        {actor} {words}
      </h2>
      <p className={classes.quiet}>
        <time dateTime={entry.at}>{preciseTime(entry.at)}</time>
        {account && ' · '}
        {account && <span translate="no">{account}</span>}
      </p>
      {entry.impersonatedBy && (
        <div className={classes.both}>
          <Avatar name={entry.impersonatedBy} size={28} />
          <span>
            <strong>{entry.impersonatedBy}</strong>
            <span>{t('detail.did')}</span>
          </span>
          <IconArrowRight size={16} aria-hidden />
          <Avatar name={entry.by?.fullName ?? ''} size={28} />
          <span>
            <strong>{entry.by?.fullName}</strong>
            <span>{t('detail.inName')}</span>
          </span>
        </div>
      )}
    </header>
  )
}

function useAccountName({ account }: Entry): string | null {
  return useAccounts().find(({ name }) => name === account)?.displayName ?? account
}

function Changes({ entry: { data } }: { entry: Entry }) {
  const t = useText()
  const changes = Object.entries((data.changes ?? {}) as Readonly<Record<string, readonly [unknown, unknown]>>)
  const others = Object.entries(data).filter(([name]) => name !== 'changes')
  return (
    <>
      {changes.length > 0 && <ChangesTable changes={changes} />}
      {others.length > 0 && (
        <section className={classes.part}>
          <h3>{t('detail.data')}</h3>
          <DescriptionList
            lines={others.map(([name, value]) => [wordsOf(name), <RecordedValue key={name} value={value} />])}
          />
        </section>
      )}
    </>
  )
}

function Facts({ entry, audit }: { entry: Entry; audit: AuditList }) {
  const t = useText()
  const { name, subject, subjectId, requestId, ofRequest, address, by, whom } = entry
  const accountName = useAccountName(entry)
  const thing = whom ?? ((subject === 'account' && accountName) || thingOf(entry))
  return (
    <section className={classes.part}>
      <DescriptionList
        lines={[
          [t('detail.event'), <code key="">{name}</code>],
          [
            t('detail.thing'),
            thing && (
              <span key="" translate="no">
                {wordsOf(subject)} {thing}
              </span>
            ),
          ],
          [
            t('detail.request'),
            requestId && (
              <span key="" className={classes.request}>
                <code>{requestId}</code>
                <CopyButton value={requestId} label={t('detail.copyRequest')} />
              </span>
            ),
          ],
          [t('detail.address'), address && <code key="">{address}</code>],
        ]}
      />
      <div className={classes.links}>
        {requestId &&
          (ofRequest > 1 ? (
            <Button variant="default" size="compact-sm" onClick={() => audit.show({ requestId })}>
              {t('detail.ofRequest', { count: ofRequest })}
            </Button>
          ) : (
            <span className={classes.quiet}>{t('detail.ofRequest', { count: 1 })}</span>
          ))}
        {subjectId && (
          <Button variant="default" size="compact-sm" onClick={() => audit.show({ q: subjectId, action: subject })}>
            {t('detail.ofThing')}
          </Button>
        )}
        {by && (
          <Button variant="default" size="compact-sm" onClick={() => audit.show({ userId: by.id })}>
            {t('detail.ofUser', { name: by.fullName })}
          </Button>
        )}
      </div>
    </section>
  )
}
