import { Button } from '../look/button.tsx'
import { SafeHtml } from './safe-html.tsx'
import classes from './toast.module.css'

/** The text of a toast and its one action. */
export function ToastBody(props: {
  title: string
  detail: string | undefined
  action: { label: string; run: () => void } | undefined
  close: () => void
}) {
  const { title, detail, action, close } = props
  return (
    <div className={classes.body}>
      <div className="grow">
        <div className={classes.title}>
          <SafeHtml html={title} />
        </div>
        {detail && (
          <div className={classes.detail} data-detail>
            <SafeHtml html={detail} />
          </div>
        )}
      </div>
      {action && (
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            action.run()
            close()
          }}
        >
          {action.label}
        </Button>
      )}
    </div>
  )
}
