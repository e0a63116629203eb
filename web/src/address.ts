/* The origin by which other devices reach this house, for links and QR codes. */

import type { HouseInfo } from './protocol'

const LOOPBACK = /^((.+\.)?localhost|127\.[\d.]+|\[::1\])$/

/** The configured origin; otherwise that of this page, or the one in the local network if this page was opened by a
    loopback address; '' if no other device can reach the house. */
export function addressForOthers(
  info: Pick<HouseInfo, 'public_origin' | 'lan_origin'>,
  here: Pick<Location, 'hostname' | 'origin'>,
): string {
  return info.public_origin || (LOOPBACK.test(here.hostname) ? info.lan_origin : here.origin)
}
