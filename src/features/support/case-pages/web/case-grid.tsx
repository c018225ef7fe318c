import type { ListedCase } from '#features/support/cases/contract.ts'
import { Monogram } from '#kit/web/look/face.tsx'
import type { Column } from '#kit/web/table/columns.ts'
import { Grid } from '#kit/web/table/grid.tsx'
import { PhoneList } from '#kit/web/table/phone-list.tsx'
import type { Selection } from '#kit/web/table/use-selection.ts'
import { Age } from '#kit/web/time/age.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useText } from '../texts.ts'
import { CaseBadge, CaseBars } from './case-badge.tsx'
import type { CaseScope } from './case-scope.ts'
import { CasesEmpty } from './cases-empty.tsx'
import type { CaseList } from './use-case-list.ts'

/** The rows of a list of cases; moving the cursor opens, on a phone two lines per case. */
export function CaseGrid(props: {
  scope: CaseScope
  cases: CaseList
  columns: readonly Column<ListedCase>[]
  selection: Selection
}) {
  const t = useText()
  const phone = useIsMobile()
  const { cases, scope } = props
  const shared = {
    label: t('list.label'),
    list: cases.list,
    id: (row: ListedCase) => row.key,
    open: cases.openKey,
    onOpen: (row: ListedCase) => cases.open(row.key),
    unread: (row: ListedCase) => row.unread,
    empty: <CasesEmpty scope={scope} cases={cases} />,
  }
  if (phone) return <PhoneList {...shared} phone={phoneRow} />
  return (
    <Grid
      {...shared}
      state={cases.state}
      columns={props.columns}
      name={(row) => `${row.key} ${row.subject}`}
      selection={props.selection}
      follow={cases.openKey !== undefined}
    />
  )
}

function phoneRow(row: ListedCase) {
  return {
    lead: <Monogram name={row.accountDisplayName} size={28} />,
    title: row.subject,
    meta: (
      <>
        <CaseBadge row={row} />
        <CaseBars row={row} />
        <code>{row.key}</code>
      </>
    ),
    end: <Age at={row.updated} />,
  }
}
