import { useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { requestUrl } from '#kit/web/data/request-url.ts'
import { Button } from '#kit/web/look/button.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { downloadCommentMail, readCommentMail } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './comment-card.module.css'

/** All text of the mail that a comment came by, where less than it became the comment. */
export function QuotedText(query: { issueKey: string; commentId: string }) {
  const t = useText()
  const [shown, setShown] = useState(false)
  const result = useQueryOf(readCommentMail, { query }, { enabled: shown })
  return (
    <div className={classes.quoted}>
      <Button size="xs" variant="subtle" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? t('hideQuoted') : t('showQuoted')}
      </Button>
      {shown && (
        <QueryView query={result} rows={2}>
          {({ text, mayDownload }) => (
            <>
              <p className={classes.mailText} translate="no">
                {text}
              </p>
              {mayDownload && (
                <a href={requestUrl(downloadCommentMail.url, {}, query)} download>
                  {t('downloadMail')}
                </a>
              )}
            </>
          )}
        </QueryView>
      )}
    </div>
  )
}
