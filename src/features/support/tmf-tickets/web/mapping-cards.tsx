import { caseStatuses } from '#features/support/case-access/contract.ts'
import { Card } from '#kit/web/look/card.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import {
  priorityOfSeverity,
  severities,
  severityOfPriority,
  statusOfCase,
  statusSteps,
  ticketStatuses,
} from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './exchange.module.css'
import { TryMapping } from './try-mapping.tsx'

/** How statuses and severities are mapped in both directions, and a box to try it. */
export function MappingCards() {
  const t = useText()
  const code = (value: string) => <code>{value}</code>
  const step = (value: (typeof statusSteps)['held']['open']) => (
    <span className={classes.wrapped}>{t(`step.${value}`)}</span>
  )
  return (
    <>
      <Card title={t('mapping')}>
        <div className={classes.stack}>
          <div className={classes.tables}>
            <PlainTable
              label={t('statusOfTicket')}
              id={(status) => status}
              rows={caseStatuses}
              columns={[
                { id: 'case', label: t('statusOfCase'), cell: (status) => t(`status.${status}`) },
                { id: 'ticket', label: t('statusOfTicket'), cell: (status) => code(statusOfCase[status]) },
              ]}
            />
            <div className={classes.stack}>
              <PlainTable
                label={t('priorityOfCase')}
                id={(priority) => priority}
                rows={['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const}
                columns={[
                  { id: 'case', label: t('priorityOfCase'), cell: (priority) => t(`priority.${priority}`) },
                  {
                    id: 'ticket',
                    label: t('severityOfTicket'),
                    cell: (priority) => code(severityOfPriority[priority]),
                  },
                ]}
              />
              <PlainTable
                label={t('severityOfTicket')}
                id={(severity) => severity}
                rows={severities}
                columns={[
                  { id: 'ticket', label: t('setTo'), cell: code },
                  { id: 'case', label: t('priorityOfCase'), cell: (name) => t(`priority.${priorityOfSeverity[name]}`) },
                ]}
              />
            </div>
          </div>
          <PlainTable
            label={t('setTo')}
            id={(status) => status}
            rows={ticketStatuses}
            columns={[
              { id: 'ticket', label: t('setTo'), width: 8, cell: code },
              { id: 'open', label: t('whileOpen'), cell: (status) => step(statusSteps[status].open) },
              { id: 'ended', label: t('afterEnd'), cell: (status) => step(statusSteps[status].ended) },
            ]}
          />
        </div>
      </Card>
      <TryMapping />
    </>
  )
}
