/* Where other devices find this house: what goes into links and pictures that are handed on. */

import type { HouseInfo } from './protocol'

const LOOPBACK = /^((.+\.)?localhost|127\.[\d.]+|\[::1\])$/

/** What the host has configured, or the address of this page, or, if that leads to this very device, the one in its
    network. Nothing if no other device can come. */
export function addressForOthers(
  info: Pick<HouseInfo, 'public_origin' | 'lan_origin'>,
  here: Pick<Location, 'hostname' | 'origin'>,
): string {
  return info.public_origin || (LOOPBACK.test(here.hostname) ? info.lan_origin : here.origin)
}
