export const TARGETS: Record<string, string>;
export function hostTarget(platform: string, arch: string, glibc: boolean): string;
export function serverName(target: string): string;
