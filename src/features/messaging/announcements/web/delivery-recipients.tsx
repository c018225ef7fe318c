import { useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { DialogActions } from '#kit/web/look/dialog-actions.tsx'
import { Modal } from '#kit/web/look/modal.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { CsvButton } from '#kit/web/table/csv-button.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import type { DeliveryFigure, DeliveryRecipient } from '../contract/delivery-shapes.ts'
import { listDeliveryRecipients } from '../contract.ts'
import { useDeliveriesText } from '../texts.ts'

const STEP = 50
const MOST = 200

/** The users whom a figure of a delivery counts, by name; all of them as CSV. */
export function DeliveryRecipients(props: {
  id: string
  occurrence: number
  figure: DeliveryFigure
  onClose: () => void
}) {
  const t = useDeliveriesText()
  const { id, occurrence, figure, onClose } = props
  const [size, setSize] = useState(STEP)
  const params = { id, occurrence: String(occurrence) }
  const query = useQueryOf(listDeliveryRecipients, { params, query: { figure, size } }, { keep: true })
  const time = (name: 'seen' | 'acknowledged') => ({
    id: name,
    label: t(`${name}`),
    wide: true,
    cell: (row: DeliveryRecipient) => (row[name] === null ? '' : formatDateTime(row[name])),
  })
  return (
    <Modal opened size="xl" onClose={onClose} title={t(`${figure}`)}>
      <QueryView query={query} rows={6}>
        {({ _embedded: { recipients: rows } }) => (
          <PlainTable
            label={t(`${figure}`)}
            rows={rows}
            id={({ username }) => username}
            columns={[
              {
                id: 'user',
                label: t('user'),
                cell: ({ fullName, username }) => (
                  <span translate="no">
                    <strong>{fullName}</strong> {username}
                  </span>
                ),
              },
              time('seen'),
              time('acknowledged'),
              {
                id: 'mail',
                label: t('mailed'),
                cell: ({ mail }) => (mail === null ? '' : t(`mailStates.${mail}`)),
              },
            ]}
          />
        )}
      </QueryView>
      <DialogActions>
        {query.data && query.data.page.totalElements > size && size < MOST && (
          <Button variant="default" onClick={() => setSize(size + STEP)}>
            {t('load')}
          </Button>
        )}
        <CsvButton
          endpoint={listDeliveryRecipients}
          input={{ params, query: { figure } }}
          name={`announcement-${id}-${figure}`}
        />
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Modal>
  )
}
