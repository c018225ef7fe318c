import { freePort, type Product } from '../product-process.ts'
import { startDockerRegistry } from '../real-docker-registry.ts'
import { startHeldRegistry } from './held-registry.ts'
import { productCalls } from './product-calls.ts'

/** A docker-registry behind a proxy, connected to a product as the registry that its customers pull from. */
export async function openCustomersRegistry(product: Product) {
  const port = await freePort()
  const proxy = await startHeldRegistry(`http://127.0.0.1:${port}`)
  const registry = await startDockerRegistry({ port, tokens: { portal: product.publicUrl, service: proxy.host } })
  await productCalls(product).connect(proxy.url)
  return {
    proxy,
    registry,
    async close() {
      await proxy.close()
      await registry.close()
    },
  }
}
