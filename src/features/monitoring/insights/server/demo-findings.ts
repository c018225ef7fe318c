import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'

/**
 * Findings of the demo world: some of the last weeks, and a few that are open or acknowledged. Those that are not
 * cleared are of metrics that the simulator does not send, so that no evaluation clears them.
 */
export async function makeDemoFindings(tx: Tx): Promise<void> {
  await sql`
    insert into insight_findings (account_id, deployment_id, insight, object, labels, state, severity, value, worst, opened_at, cleared_at,
      acknowledged_by, acknowledged_at, acknowledged_reason, acknowledged_until)
    select d.account_id, d.id, g.insight, g.object, g.labels::jsonb, g.state, g.severity, g.value, g.worst, g.opened_at,
      case when g.state = 'CLEARED' then g.opened_at + g.minutes * interval '1 minute' end,
      case when g.state = 'ACKNOWLEDGED' then (select min(user_id) from role_grants where role = 'HARMONIC_NOC') end, case when g.state = 'ACKNOWLEDGED' then now() - interval '2 hours' end,
      case when g.state = 'ACKNOWLEDGED' then 'The field team returns to the amplifier tomorrow at 10:30.' end,
      case when g.state = 'ACKNOWLEDGED' then now() + interval '1 day' end
    from deployments d
      cross join lateral (values
        (0, 'us-transmit-high', 'c1-core01 · 18:0', '{"ccap":"c1-core01","md":"18:0"}', 'OPEN', 'WARNING', 0.09, 0.11, 6.5, 0),
        (1, 'cluster-memory', 'c1-host-3', '{"host":"c1-host-3"}', 'ACKNOWLEDGED', 'WARNING', 0.88, 0.9, 20.2, 0),
        (2, 'core-cpu', 'c1-core01', '{"ccap":"c1-core01"}', 'OPEN', 'CRITICAL', 0.91, 0.94, 2.3, 0),
        (1, 'us-snr-low', 'c1-core01 · 17:0 · 2', '{"ccap":"c1-core01","md":"17:0","channel":"2"}', 'CLEARED', 'CRITICAL', 23.1, 22.4, 52, 190),
        (2, 'rpd-reboots', 'RPD-0312', '{"rpd":"RPD-0312"}', 'CLEARED', 'WARNING', 3, 3, 130, 1440),
        (0, 'offline-heatmap', 'RPD-0311', '{"rpd":"RPD-0311"}', 'CLEARED', 'CRITICAL', 0.34, 1, 76, 48),
        (0, 'partial-service', 'RPD-0313', '{"rpd":"RPD-0313"}', 'CLEARED', 'WARNING', 0.08, 0.19, 210, 95),
        (1, 'ds-utilization-busy-hour', 'RPD-0311 · 17:0', '{"rpd":"RPD-0311","md":"17:0"}', 'CLEARED', 'WARNING', 0.82, 0.87, 66, 170),
        (2, 'ptp-not-locked', '', '{}', 'CLEARED', 'WARNING', 2, 4, 300, 36)
      ) as v (slot, insight, object, labels, state, severity, value, worst, hours, minutes)
      cross join lateral (select v.*, now() - (v.hours + d.id % 5) * interval '1 hour' as opened_at) g
    where d.type <> 'CN-PON' and (d.id % 3 = v.slot or v.state = 'CLEARED' and (d.id + 1) % 3 = v.slot)`.execute(tx)
}
