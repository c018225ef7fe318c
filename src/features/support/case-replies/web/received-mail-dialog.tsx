import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { DialogActions } from '#kit/web/look/dialog-actions.tsx'
import { Modal } from '#kit/web/look/modal.tsx'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { addReceivedMail, listReceivedMails, type ReceivedMail, readReceivedMail } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './received-mail-dialog.module.css'

/** The text of a mail that became no comment; one about a case can be made one. */
export function ReceivedMailDialog({ mail, onClose }: { mail: ReceivedMail; onClose: () => void }) {
  const t = useText()
  const params = { id: mail.id }
  const query = useQueryOf(readReceivedMail, { params })
  const onSuccess = ({ caseKey: key }: ReceivedMail) => {
    toast({ title: t('added', { key: key ?? '' }) })
    onClose()
  }
  const add = useMutationOf(addReceivedMail, { refreshes: [listReceivedMails], onSuccess })
  return (
    <Modal
      opened
      title={mail.subject || t('text')}
      size={640}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <QueryView query={query} rows={4}>
        {(data) => (
          <>
            {data.text ? (
              <p className={classes.text} translate="no">
                {data.text}
              </p>
            ) : (
              <p>{t('noText')}</p>
            )}
            <InlineAlert colour={data.reason && !data.isAddable ? 'orange' : 'blue'}>
              {t(explanation(data), { sender: data.sender })}
            </InlineAlert>
            <DialogActions>
              <Button variant="default" onClick={onClose}>
                {t('close')}
              </Button>
              {data.isAddable && (
                <Button loading={add.isPending} onClick={() => add.mutate({ params })}>
                  {t('add')}
                </Button>
              )}
            </DialogActions>
          </>
        )}
      </QueryView>
    </Modal>
  )
}

function explanation({ reason, isAddable }: { reason: string | null; isAddable: boolean }) {
  if (reason === null) return 'answeredText'
  return isAddable ? 'addText' : 'notAddable'
}
