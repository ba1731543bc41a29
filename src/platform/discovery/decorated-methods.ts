import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';

/** A method that carries metadata, bound to its provider. */
export interface DecoratedMethod<Options> {
  options: Options;
  call: (...args: unknown[]) => unknown;
}

/** Finds the methods of providers that a decorator made by `SetMetadata` marks. */
@Injectable()
export class DecoratedMethods {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  /** The methods that carry a list of options under `key`, once for each of the options. */
  list<Options>(key: string): DecoratedMethod<Options>[] {
    return this.discovery.getProviders().flatMap((wrapper) => {
      const instance = wrapper.instance as Record<string, unknown> | undefined;
      if (!instance || !wrapper.isDependencyTreeStatic()) return [];
      return this.scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object).flatMap((name) => {
        const method = instance[name];
        if (typeof method !== 'function') return [];
        const found = this.reflector.get<Options[] | undefined>(key, method) ?? [];
        return found.map((options) => ({
          options,
          call: (...args: unknown[]) => method.apply(instance, args) as unknown,
        }));
      });
    });
  }
}
