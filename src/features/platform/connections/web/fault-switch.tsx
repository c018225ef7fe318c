import { listAudit } from '#features/platform/audit/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { Select } from '#kit/web/form/select.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { simulatedFaults } from '../contract/connection.ts'
import { type Connection, listConnections, readConnection, simulateConnectionFault } from '../contract.ts'
import { useText } from '../texts.ts'

const NONE = 'NONE'

/** Has calls of the connection fail in a chosen way, to see what the portal does then; not in production. */
export function FaultSwitch({ connection }: { connection: Connection }) {
  const t = useText()
  const { id, simulatableFaults, simulatedFault } = connection
  const change = useMutationOf(simulateConnectionFault, {
    refreshes: [readConnection, listConnections, listAudit],
    onSuccess: ({ simulatedFault: fault }) => toast({ title: t(fault ? 'simulation.on' : 'simulation.off') }),
  })
  if (simulatableFaults.length === 0) return null
  return (
    <Card title={t('simulation.title')} note={t('simulation.note')}>
      <Select
        label={t('simulation.label')}
        description={t(`simulation.text.${simulatedFault ?? NONE}`)}
        allowDeselect={false}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        disabled={change.isPending}
        data={[NONE, ...simulatedFaults.filter((fault) => simulatableFaults.includes(fault))].map((value) => ({
          value,
          label: t(`simulation.fault.${value as typeof NONE}`),
        }))}
        value={simulatedFault ?? NONE}
        onChange={(value) =>
          change.mutate({
            params: { id },
            body: { fault: simulatedFaults.find((fault) => fault === value) ?? null },
          })
        }
      />
    </Card>
  )
}
