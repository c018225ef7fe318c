import { readBulkJob } from '#features/support/case-bulk/contract.ts'
import { countCases, readCase, readCaseHistory, searchCases } from '#features/support/cases/contract.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { DialogActions } from '#kit/web/look/dialog-actions.tsx'
import { Modal } from '#kit/web/look/modal.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import { useBulkText } from '../texts.ts'
import classes from './case-bulk.module.css'

const POLL_MS = 500
const colours = { WAITING: 'grey', DONE: 'green', FAILED: 'red' } as const

/** The result of each case of a bulk job while it runs. The job goes on when this is closed. */
export function CaseBulkResults({ id, onClose }: { id: string; onClose: () => void }) {
  const b = useBulkText()
  const query = useQueryOf(readBulkJob, { params: { id } }, { refetchInterval: POLL_MS })
  const close = () => {
    void refresh(searchCases, countCases, readCase, readCaseHistory)
    onClose()
  }
  const title = query.data
    ? b('progress', { done: query.data.done + query.data.failed, all: query.data.total, failed: query.data.failed })
    : b('starts')
  return (
    <Modal opened centered size={560} title={title} onClose={close} closeButtonProps={{ 'aria-label': b('close') }}>
      <QueryView query={query}>
        {(data) => (
          <section className={classes.results} aria-label={b('results')} {...{ tabIndex: 0 }}>
            <PlainTable
              label={b('results')}
              columns={[
                { id: 'case', label: b('case'), width: 8, cell: ({ key }) => <code>{key}</code> },
                {
                  id: 'state',
                  label: b('result'),
                  width: 7,
                  cell: ({ state }) => <Badge colour={colours[state]}>{b(`state.${state}`)}</Badge>,
                },
                { id: 'error', label: b('why'), cell: (row) => row.error },
              ]}
              rows={data.results}
              id={({ key }) => key}
            />
          </section>
        )}
      </QueryView>
      <p className={classes.note}>{query.data?.finished ? b('finished') : b('goesOn')}</p>
      <DialogActions>
        <Button onClick={close}>{b('close')}</Button>
      </DialogActions>
    </Modal>
  )
}
