import { useQueryOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { DialogActions } from '#kit/web/look/dialog-actions.tsx'
import { Modal } from '#kit/web/look/modal.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { listShareLinks } from '../contract.ts'
import { useShareLinksText } from '../texts.ts'
import { NewShareLink } from './new-share-link.tsx'
import { ShareLinkRow } from './share-link-row.tsx'
import classes from './share-links.module.css'

/** The share links of a file: how often each was used, a new one, and the end of one. */
export function ShareLinksDialog({ fileId, name, onClose }: { fileId: string; name: string; onClose: () => void }) {
  const t = useShareLinksText()
  const query = useQueryOf(listShareLinks, { params: { id: fileId } })
  return (
    <Modal
      opened
      centered
      size={640}
      title={t('title', { name })}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className="form-stack">
        <p className={classes.quiet}>{t('intro')}</p>
        <NewShareLink fileId={fileId} />
        <QueryView query={query} rows={2}>
          {(data) => (
            <>
              {data?.links.length === 0 && <p className={classes.quiet}>{t('empty')}</p>}
              {data.links.length > 0 && (
                <ul className={classes.links}>
                  {data.links.map((link) => (
                    <ShareLinkRow key={link.id} link={link} />
                  ))}
                </ul>
              )}
            </>
          )}
        </QueryView>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('close')}
          </Button>
        </DialogActions>
      </div>
    </Modal>
  )
}
