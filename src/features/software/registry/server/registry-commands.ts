import type { DetailsType, RegistryCommand } from '../contract.ts'

/** The user name and host that commands name; the secret is read from a file, or put into a Kubernetes secret. */
type Login = {
  readonly host: string
  readonly username: string
  readonly name: string
  readonly secret?: string | undefined
}

/** How a client signs in to the registry. */
export function loginCommands(type: DetailsType, { host, username, name, secret }: Login): RegistryCommand[] {
  if (type === 'LOGIN') return []
  if (type === 'KUBERNETES')
    return [
      {
        purpose: 'SECRET',
        command: `kubectl create secret docker-registry ${name} --docker-server=${host} --docker-username=${username} --docker-password="${secret ?? `$(cat ${name}.secret)`}"`,
      },
    ]
  const client = type.toLowerCase()
  return [{ purpose: 'LOGIN', command: `${client} login ${host} -u ${username} --password-stdin < ${name}.secret` }]
}

/** How a client pulls an image by its digest; `container` is its name without account and release. */
export function pullCommand(
  type: DetailsType,
  host: string,
  image: { repository: string; container: string; tag: string; digest: string },
): string {
  const address = `${host}/${image.repository}@${image.digest}`
  if (type === 'PODMAN') return `podman pull ${address}`
  if (type === 'SKOPEO') {
    const folder = image.container.split('/').at(-1)
    return `skopeo copy --all docker://${address} oci:${folder}:${image.tag}`
  }
  if (type === 'KUBERNETES') return `image: ${address}`
  return `docker pull ${address}`
}
