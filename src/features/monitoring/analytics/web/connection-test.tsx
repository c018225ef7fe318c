import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { IconPlugConnected } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { type AnalyticsDeployment, testAnalyticsLogin } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './deployment-fields.module.css'
import type { DeploymentValues } from './deployment-values.ts'

const parts = ['url', 'login', 'ops_name'] as const
type Part = (typeof parts)[number]
type Result = { readonly text: string; readonly tested: readonly Part[]; readonly wrong?: Part | undefined }

/** Tests the address, the login and the ops name of the form, and shows which of them is wrong. */
export function ConnectionTest(props: { values: DeploymentValues; deployment: AnalyticsDeployment | undefined }) {
  const t = useText()
  const { values, deployment } = props
  const [result, setResult] = useState<Result>()
  const test = useMutationOf(testAnalyticsLogin, {
    onSuccess: ({ tested }) => setResult({ text: t('testOk'), tested }),
    onProblem: ({ message, fields }) => {
      const wrong = parts.find((part) => fields.some(({ path }) => path === part))
      setResult({
        text: fields[0]?.message ?? message,
        tested: wrong ? parts.slice(0, parts.indexOf(wrong)) : [],
        wrong,
      })
    },
  })
  const { apiUrl, portalUsername, portalPassword, opsCustomerName, version } = values
  const run = () =>
    test.mutate({
      body: {
        url: apiUrl.trim(),
        username: portalUsername.trim(),
        version: version === 'cOS-DOCSIS v0.15.x' ? 1 : 4,
        ...(portalPassword === '' ? {} : { password: portalPassword }),
        ...(portalPassword === '' && deployment ? { deployment: deployment.id } : {}),
        ...(opsCustomerName.trim() === '' ? {} : { ops_name: opsCustomerName.trim() }),
      },
    })
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconPlugConnected size={15} aria-hidden />}
        loading={test.isPending}
        blocked={apiUrl.trim() === '' || portalUsername.trim() === '' ? t('notYet.connection') : undefined}
        onClick={run}
      >
        {t('test')}
      </Button>
      <div role="status">
        {result && (
          <>
            <ul className={classes.chain}>
              {parts.map((part) => (
                <li key={part}>
                  <PartBadge part={part} result={result} />
                </li>
              ))}
            </ul>
            <p>{result.text}</p>
          </>
        )}
      </div>
    </div>
  )
}

function PartBadge({ part, result: { tested, wrong } }: { part: Part; result: Result }) {
  const t = useText()
  const name = t(`testPart.${part}`)
  if (part === wrong) return <Badge colour="red">{`${name}: ${t('partWrong')}`}</Badge>
  if (tested.includes(part)) return <Badge colour="green">{`${name}: ${t('partOk')}`}</Badge>
  return <Badge colour="light-grey">{`${name}: ${t('partUntested')}`}</Badge>
}
