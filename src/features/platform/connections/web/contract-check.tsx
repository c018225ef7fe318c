import { listAudit } from '#features/platform/audit/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { IconArrowRight } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import {
  acceptConnectionContract,
  type Connection,
  type ConnectionContract,
  listConnectionContracts,
  listConnections,
  readConnection,
} from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './contract-check.module.css'

/** Which fields of the system's responses are not what they were, each with what it held before and holds now. */
export function ContractCheck({ connection: { id } }: { connection: Connection }) {
  const t = useText()
  const query = useQueryOf(listConnectionContracts, { params: { id } }, { keep: true })
  const contracts = query.data?._embedded.contracts
  const changedContracts = contracts?.filter(({ changes }) => changes.length > 0) ?? []
  const knownContracts = contracts?.filter(({ samples, needed }) => samples >= needed) ?? []
  return (
    <Card
      title={t('contract.title')}
      note={contracts && contracts.length > 0 ? t('contract.note', { count: contracts.length }) : undefined}
      right={<ContractBadge contracts={contracts ?? []} />}
    >
      <QueryView query={query} rows={2}>
        {({ _embedded: { contracts } }) =>
          changedContracts.length === 0 && (
            <p className={classes.text}>
              {knownContracts.length > 0
                ? t('contract.same')
                : t('contract.learning', { count: contracts[0]?.needed ?? LEARNED_FROM })}
            </p>
          )
        }
      </QueryView>
      {changedContracts.map((contract) => (
        <ChangedContract key={contract.operation} id={id} contract={contract} />
      ))}
    </Card>
  )
}

/** Responses that the check needs, while there is none yet. */
const LEARNED_FROM = 20

function ContractBadge({ contracts }: { contracts: readonly ConnectionContract[] }) {
  const t = useText()
  const knownContracts = contracts.filter(({ samples, needed }) => samples >= needed)
  const changes = contracts.reduce((sum, contract) => sum + contract.changes.length, 0)
  const count = knownContracts.reduce((sum, { fields }) => sum + fields, 0)
  if (changes > 0) return <Badge colour="orange">{t('contract.changed', { changes, count })}</Badge>
  if (knownContracts.length > 0) return <Badge colour="green">{t('contract.fields', { count })}</Badge>
  const samples = Math.max(0, ...contracts.map((contract) => contract.samples))
  return <Badge colour="grey">{t('contract.samples', { samples, needed: contracts[0]?.needed ?? LEARNED_FROM })}</Badge>
}

function ChangedContract({ id, contract: { operation, changes } }: { id: string; contract: ConnectionContract }) {
  const t = useText()
  const accept = useMutationOf(acceptConnectionContract, {
    refreshes: [listConnectionContracts, readConnection, listConnections, listAudit],
    onSuccess: () => toast({ title: t('contract.accepted') }),
  })
  const types = (list: ConnectionContract['changes'][number]['before']) =>
    list.length === 0 ? t('contract.nothing') : list.map((type) => t(`contract.type.${type}`)).join(t('contract.or'))
  return (
    <section className={classes.operation} aria-label={operation}>
      <header>
        <code>{operation}</code>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('contract.acceptOf', { operation })}
          loading={accept.isPending}
          onClick={() => accept.mutate({ params: { id }, body: { operations: [operation] } })}
        >
          {t('contract.accept')}
        </Button>
      </header>
      <ul>
        {changes.map(({ field, kind, before, after, since }) => (
          <li key={field}>
            <code className={classes.field}>{field}</code>
            <span className={classes.types}>
              <span className={classes.before}>{types(before)}</span>
              <IconArrowRight size={13} aria-hidden />
              <span className={classes.after}>{kind === 'GONE' ? t('contract.gone') : types(after)}</span>
            </span>
            <span className={classes.since}>{t('contract.since', { at: formatDateTime(since) })}</span>
          </li>
        ))}
      </ul>
      <p className={classes.text}>{t('contract.advice')}</p>
    </section>
  )
}
