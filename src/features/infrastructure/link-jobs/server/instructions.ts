/** What the instructions of a link job are about. */
export type InstructionsInput = {
  readonly account: string
  readonly deployment: string
  readonly cluster: string
  readonly portalUrl: string
  /** Null when the reader may not see it, or when it was exchanged or is void. */
  readonly token: string | null
  readonly state: 'IN_PROGRESS' | 'DONE' | 'FAILED' | 'CANCELLED'
  readonly isExchanged: boolean
  /** UTC. */
  readonly expires: string
  readonly hasBuild: boolean
}

/** The instructions in Markdown: whole commands for a shell with curl, and a configuration for Prometheus. */
export function instructionsOf(about: InstructionsInput): string {
  const { account, deployment, cluster, portalUrl } = about
  return `# Connect ${escapeMarkdown(cluster)} of ${escapeMarkdown(deployment)}

Account ${escapeMarkdown(account)}. The link job ends by itself when the first samples arrive.${
    about.hasBuild
      ? ' A build of your build automation runs the same steps; you can follow it on the page of the job.'
      : ''
  }

## 1. Exchange the enrolment token

${tokenText(about)}

\`\`\`sh
umask 077
curl --fail --silent --show-error --request POST \\
  --header "Authorization: Bearer ${about.token ?? '$ENROLMENT_TOKEN'}" \\
  ${portalUrl}/api/ingest/enrolment |
  sed -n 's/.*"token":"\\([^"]*\\)".*/\\1/p' > headend-token
\`\`\`

The file \`headend-token\` now holds the token of the deployment. Keep it secret; it can write metrics of this deployment and nothing else.

## 2. Allow the connection

The cluster sends to \`${new URL(portalUrl).host}\` by HTTPS. It opens the connection; nothing has to be opened towards the cluster.

## 3. Point Prometheus at the portal

Copy \`headend-token\` to \`/etc/prometheus/headend-token\`, add this to \`prometheus.yml\` and reload Prometheus:

\`\`\`yaml
global:
  external_labels:
    cluster: "${cluster}"
remote_write:
  - url: ${portalUrl}/api/ingest/metrics
    authorization:
      credentials_file: /etc/prometheus/headend-token
\`\`\`

## 4. Without Prometheus

Any program can send OpenMetrics or Prometheus text. This sends one sample:

\`\`\`sh
printf 'headend_link{cluster="${cluster}"} 1\\n' |
  curl --fail --silent --show-error --request POST \\
  --header "Authorization: Bearer $(cat headend-token)" \\
  --header 'Content-Type: text/plain; version=0.0.4' \\
  --data-binary @- ${portalUrl}/api/ingest/metrics
\`\`\`
`
}

function tokenText({ token, state, isExchanged, expires }: InstructionsInput): string {
  if (isExchanged) return 'This was done: the enrolment token was exchanged and cannot be used again.'
  if (state !== 'IN_PROGRESS') return 'The link job has ended and its enrolment token is void. Start a new link job.'
  if (token) return `The token works once, until ${expires} UTC. Run this on a host of the cluster:`
  return `The token works once, until ${expires} UTC. Managers of the account and administrators see it here; ask one of them for it, set \`ENROLMENT_TOKEN\` and run this on a host of the cluster:`
}

/** Names are set by users: no character of them is Markdown or HTML. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+!|<>&~]/g, (character) =>
    character === '<' ? '&lt;' : character === '>' ? '&gt;' : character === '&' ? '&amp;' : `\\${character}`,
  )
}
