/** A component of the demo: its versions in the bundles of a product, the newest last; null = not in it. */
export type DemoComponent = {
  readonly name: string
  readonly purl: string
  readonly license: string | readonly string[] | null
  readonly versions: readonly (string | null)[]
}

const linux = (name: string, license: string, ...versions: (string | null)[]): DemoComponent => ({
  name,
  purl: `pkg:rpm/redhat/${name}`,
  license,
  versions,
})
const go = (path: string, license: string, ...versions: (string | null)[]): DemoComponent => ({
  name: path,
  purl: `pkg:golang/${path}`,
  license,
  versions,
})
const source = (
  name: string,
  license: string | readonly string[] | null,
  ...versions: (string | null)[]
): DemoComponent => ({
  name,
  purl: `pkg:generic/${name}`,
  license,
  versions,
})

/** The components of every product: what an appliance of Linux, a few databases and services in Go has. */
export const demoComponents: readonly DemoComponent[] = [
  linux('openssl', 'Apache-2.0', '3.0.7-27.el9', '3.0.15'),
  linux('openssl-libs', 'Apache-2.0', '3.0.7-27.el9', '3.0.15'),
  linux('zlib', 'Zlib', '1.2.13', '1.3.1'),
  linux('linux', 'GPL-2.0-only WITH Linux-syscall-note', '5.14.0-362', '5.14.0-427'),
  linux('glibc', 'LGPL-2.1-or-later', '2.34-83', '2.34-100'),
  linux('systemd', 'LGPL-2.1-or-later', '252-18', '252-32'),
  linux('bash', 'GPL-3.0-or-later', '5.1.8'),
  linux('coreutils', 'GPL-3.0-or-later', '8.32'),
  linux('curl', 'curl', '8.6.0', '8.9.1'),
  linux('libxml2', 'MIT', '2.9.13', '2.9.14'),
  linux('expat', 'MIT', '2.5.0', '2.6.3'),
  linux('pcre2', 'BSD-3-Clause', '10.40'),
  linux('xz', 'BSD-2-Clause AND LGPL-2.1-or-later', '5.2.5', '5.2.10'),
  linux('libcap', 'BSD-3-Clause OR GPL-2.0-only', '2.48'),
  linux('libnftnl', 'GPL-2.0-or-later', null, '1.2.6'),
  linux('libyaml', 'MIT', '0.2.5', null),
  linux('net-snmp', 'BSD-3-Clause', '5.9.3', null),
  linux('openssh', 'BSD-2-Clause', '8.7p1-34', '8.7p1-43'),
  linux('chrony', 'GPL-2.0-only', '4.3', '4.5'),
  linux('frr', 'GPL-2.0-or-later', '8.5.3', '9.1'),
  source('busybox', 'GPL-2.0-only', '1.35.0', '1.36.1'),
  source('sqlite', 'blessing', '3.45.2', '3.46.1'),
  source('redis', ['BSD-3-Clause', 'RSALv2'], '7.2.4', '7.4.0'),
  source('etcd', 'Apache-2.0', '3.5.12', '3.5.16'),
  source('protobuf', 'BSD-3-Clause', '25.3', '27.3'),
  source('grpc', 'Apache-2.0', '1.62.1', '1.65.5'),
  source('dpdk', 'BSD-3-Clause', '22.11.4', '23.11.2'),
  source('abseil-cpp', 'Apache-2.0', '20240116.1', '20240722.0'),
  source('fec-kernel', null, '4.1', '4.2'),
  go('google.golang.org/grpc', 'Apache-2.0', 'v1.62.1', 'v1.65.0'),
  go('golang.org/x/net', 'BSD-3-Clause', 'v0.23.0', 'v0.30.0'),
  go('golang.org/x/sys', 'BSD-3-Clause', 'v0.18.0', 'v0.26.0'),
  go('golang.org/x/text', 'BSD-3-Clause', 'v0.14.0', 'v0.19.0'),
  go('github.com/prometheus/client_golang', 'Apache-2.0', 'v1.19.0', 'v1.20.5'),
  go('github.com/sirupsen/logrus', 'MIT', 'v1.9.3'),
  go('github.com/spf13/cobra', 'Apache-2.0', 'v1.8.0', 'v1.8.1'),
  go('github.com/hashicorp/raft', 'MPL-2.0', 'v1.6.0', 'v1.7.1'),
  go('github.com/gorilla/websocket', 'BSD-2-Clause', 'v1.5.1', 'v1.5.3'),
  go('go.opentelemetry.io/otel', 'Apache-2.0', null, 'v1.31.0'),
  go('gopkg.in/yaml.v3', 'MIT AND Apache-2.0', 'v3.0.1'),
]
