import type { ReactNode } from 'react'
import { IconPackages } from '#kit/web/icons/icons.generated.ts'
import { EmptyState } from '#kit/web/states/state.tsx'
import { Grid, type GridProps } from '#kit/web/table/grid.tsx'
import { GridFrame } from '#kit/web/table/grid-frame.tsx'
import { PhoneList, type PhoneRow } from '#kit/web/table/phone-list.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useText } from '../texts.ts'
import { label } from './label.ts'

/** The server answers within 30 seconds, or with what to do: the browser waits a little longer for that. */
export const WAIT_MS = 40_000

/** One of the lists of the overview: a grid, on a phone two lines a row. `notes` are above it. */
export function OverviewGrid<Row>({
  phone,
  notes,
  ...props
}: Omit<GridProps<Row>, 'label' | 'empty'> & { phone: (row: Row) => PhoneRow; notes?: ReactNode }) {
  const t = useText()
  const isPhone = useIsMobile()
  const gridProps = {
    ...props,
    label: label('overview'),
    empty: (
      <EmptyState colour="grey" icon={<IconPackages size={22} aria-hidden />} title={t('empty')}>
        {t('emptyText')}
      </EmptyState>
    ),
  }
  return (
    <>
      {notes}
      <GridFrame>{isPhone ? <PhoneList {...gridProps} phone={phone} /> : <Grid {...gridProps} />}</GridFrame>
    </>
  )
}
