import { Suspense, useEffect, useState } from 'react'
import { assignCsm, assignCsms, readAccount } from '#features/accounts/accounts/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { IconAlertTriangle } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { leavingPath } from '#kit/web/links/leaving-address.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { Callout } from '#kit/web/look/strip.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatMoney } from '#kit/web/text/money.ts'
import { formatAge, formatDate } from '#kit/web/time/time.ts'
import { type AccountChoice, useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { type CrmData, configureCrm, readCrm, readCrmData } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './crm-card.module.css'

const EditCrm = lazyNamed(() => import('./edit-crm.tsx'), 'EditCrm')

const POLL_MS = 1_000

/** Owner, contract and opportunities of the page's account, for users who may read the CRM. */
export function CrmCard() {
  const account = useAccount()
  const may = useAllows(readCrm, account?.name)
  return account && may ? <CardOfAccount account={account} /> : null
}

function CardOfAccount({ account }: { account: AccountChoice }) {
  const t = useText()
  const [editing, setEditing] = useState(false)
  const mayEdit = useAllows(configureCrm, account.name)
  const query = useQueryOf(readCrmData, { params: { account: account.name } })
  const edit = mayEdit && query.data?.system === 'embedded' && (
    <Button size="compact-sm" variant="subtle" onClick={() => setEditing(true)}>
      {t(query.data.record ? 'edit' : 'add')}
    </Button>
  )
  return (
    <Card title={t('title')} note={query.data && t(`system.${query.data.system}`)} right={edit}>
      <QueryView query={query} rows={3}>
        {(data) => <CrmContent data={data} />}
      </QueryView>
      {query.data?.reading && <Reading system={query.data.system} refetch={query.refetch} />}
      <Suspense>{editing && query.data && <EditCrm data={query.data} onClose={() => setEditing(false)} />}</Suspense>
    </Card>
  )
}

function CrmContent({ data }: { data: CrmData }) {
  const t = useText()
  const { record, asOf, failure, crmId, reading } = data
  return (
    <div className={classes.shown}>
      {failure && (
        <Callout colour="orange" icon={<IconAlertTriangle size={18} aria-hidden />} title={t('failed')}>
          {failure}
        </Callout>
      )}
      {!record && !failure && !reading && <p className={classes.empty}>{t('emptyText')}</p>}
      {record && <Facts record={record} crmId={crmId} />}
      {data.proposedCsm && <ProposedCsm account={data.account} csm={data.proposedCsm} />}
      {record && record.opportunities.length > 0 && <Opportunities record={record} />}
      {asOf && <p className={classes.age}>{t('asOf', { age: formatAge(asOf) })}</p>}
    </div>
  )
}

/** Requests the data again until the outside system has responded. */
function Reading({ system, refetch }: { system: CrmData['system']; refetch: () => unknown }) {
  const t = useText()
  useEffect(() => {
    const timer = setInterval(() => void refetch(), POLL_MS)
    return () => clearInterval(timer)
  }, [refetch])
  return (
    <p role="status" className={classes.age}>
      {t('reading', { system: t(`system.${system}`) })}
    </p>
  )
}

/** The owner in the CRM is a customer success manager: a user decides whether the account gets them. */
function ProposedCsm({ account, csm }: { account: string; csm: NonNullable<CrmData['proposedCsm']> }) {
  const t = useText()
  const may = useAllows(assignCsms, account)
  const assign = useMutationOf(assignCsm, { refreshes: [readAccount, readCrmData] })
  return (
    <p className={classes.age}>
      {t('proposed', { name: csm.fullName })}{' '}
      {may && (
        <Button
          size="compact-sm"
          variant="default"
          loading={assign.isPending}
          onClick={() => assign.mutate({ params: { id: account, csmId: csm.id } })}
        >
          {t('assign')}
        </Button>
      )}
    </p>
  )
}

type CrmRecord = NonNullable<CrmData['record']>

/** An amount; without a currency as a number. */
function amountText(minor: number | null, currency: string | null): string {
  if (minor === null) return '–'
  return currency === null ? formatCount(Math.round(minor / 100)) : formatMoney(minor, currency)
}

function Facts({ record, crmId }: { record: CrmRecord; crmId: string | null }) {
  const t = useText()
  const { contractNumber, contractStatus, contractStart: from, contractEnd: to, quoteUrl } = record
  const day = (date: string | null) => (date ? formatDate(date) : t('open'))
  return (
    <DescriptionList
      lines={[
        [t('crmId'), crmId],
        [t('owner'), [record.owner, record.ownerEmail].filter(Boolean).join(', ')],
        [
          t('contract'),
          (contractNumber || contractStatus) && (
            <>
              {contractNumber} {contractStatus && <Badge colour="grey">{contractStatus}</Badge>}
            </>
          ),
        ],
        [t('term'), (from || to) && t('termText', { from: day(from), to: day(to) })],
        [t('contractValue'), record.contractValue !== null && amountText(record.contractValue, record.currency)],
        [t('quote'), quoteUrl && <a href={leavingPath({ to: quoteUrl })}>{t('openQuote')}</a>],
      ]}
    />
  )
}

function Opportunities({ record }: { record: CrmRecord }) {
  const t = useText()
  return (
    <section aria-label={t('opportunities')}>
      <h3 className={classes.heading}>{t('opportunities')}</h3>
      <ul className={classes.opportunities}>
        {record.opportunities.map(({ name, stage, amount, closeDate }) => (
          <li key={`${name} ${closeDate} ${amount}`}>
            <span className={classes.name}>{name}</span>
            <span>{amountText(amount, record.currency)}</span>
            <span className={classes.stage}>{stage}</span>
            <span className={classes.stage}>{closeDate && formatDate(closeDate)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
