/// The house plan as tests: who may use whom, and the few borders that are crossed in one place
/// only.
@NullMarked
package dev.countersign.architecture;

import org.jspecify.annotations.NullMarked;
